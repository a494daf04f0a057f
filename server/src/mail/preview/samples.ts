import type { TemplateData, TemplateName } from '../templates/index.ts';

const at = '2026-11-22T15:04:00.000Z';
const login = 'avery@acme.example';
const circumstances = { login, at, device: 'Firefox, Windows', address: '203.0.113.7' };
const securityNotice = { ...circumstances, path: '/Profile?tab=sessions' };

/** What each template may be filled with, for the eye and for tests. Several where a template says several things. */
export const samples: { readonly [Name in TemplateName]: readonly TemplateData<Name>[] } = {
  actingStarted: [
    {
      operatorName: 'Olivia Perez',
      userName: 'Avery Stone',
      login,
      accountName: 'Acme Security',
      reason: 'Ticket 4711: the invoice of May <cannot> be opened & is wanted today',
      at,
      until: '2026-11-22T16:04:00.000Z',
      path: '/Account/Settings/Audit?userId=1',
    },
  ],
  breakGlassUsed: [
    {
      ...circumstances,
      userName: 'Avery Stone',
      accountName: 'Acme Security',
      path: '/Account/Settings/Users',
    },
  ],
  closingContact: [
    {
      accountName: 'Acme Security',
      productName: 'Veriscan Desktop',
      name: 'Avery Stone',
      email: 'avery@acme.example',
      phone: '+1 415 555 0132',
      interview: true,
    },
    {
      accountName: 'Entreprise <Étoile & fils>',
      productName: 'Document Forensics',
      name: 'Zoé "Z" O’Neill',
      email: 'zoe@etoile.example',
      phone: null,
      interview: false,
    },
  ],
  confirmEmail: [{ email: 'avery@stone.example', path: '/ConfirmEmail#Zm9yIHRoZSBleWUgb25seQ', hours: 24 }],
  emailChanged: [
    { ...circumstances, email: 'avery@stone.example', path: '/UndoEmail#Zm9yIHRoZSBleWUgb25seQ', days: 7 },
  ],
  invitation: [
    {
      accountName: 'Acme Security',
      inviterName: 'Avery Stone',
      path: '/Invitation#Zm9yIHRoZSBleWUgb25seQ',
      days: 7,
    },
  ],
  newSignIn: [
    { ...circumstances, path: '/WasThisYou#Zm9yIHRoZSBleWUgb25seQ', days: 7 },
    { ...circumstances, device: '', address: '', path: '/WasThisYou#Zm9yIHRoZSBleWUgb25seQ', days: 7 },
  ],
  passwordReset: [{ login, path: '/ResetPassword#Zm9yIHRoZSBleWUgb25seQ', minutes: 60 }],
  paymentFailed: [
    {
      productName: 'Veriscan Cloud',
      invoiceNumber: 'ACME-0042',
      amount: 60_495,
      currency: 'usd',
      card: 'Visa •••• 4242',
      nextTry: at,
      path: '/Billing/Invoices',
    },
    {
      productName: 'Veriscan Cloud',
      invoiceNumber: 'ACME-0042',
      amount: 60_495,
      currency: 'cad',
      card: 'Visa •••• 4242',
      nextTry: null,
      path: '/Billing/Invoices',
    },
  ],
  securityNotice: (
    ['password', 'login', 'secondFactor', 'recoveryCodes', 'passkeys', 'externalLogins', 'emailTakenBack'] as const
  ).map((change) => ({ ...securityNotice, change })),
  changedByAdmin: (['password', 'secondFactor'] as const).map((change) => ({
    change,
    login: 'jamie.rivera',
    adminName: 'Morgan Lee',
    accountName: 'Acme Security',
    at: circumstances.at,
    path: '/login',
  })),
  ownershipTransferred: [true, false].map((isNewOwner) => ({
    isNewOwner,
    otherName: isNewOwner ? 'Avery Stone' : 'Morgan Lee',
    accountName: 'Acme Security',
    at: circumstances.at,
    path: '/Account/Settings/Users',
  })),
  signInCode: [{ code: '493817', minutes: 10 }],
  signInCodeText: [{ code: '493817', minutes: 10 }],
};
