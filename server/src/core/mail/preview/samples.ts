import type { TemplateData, TemplateName } from '../templates/index.ts';
import { at, billingSamples } from './billing-samples.ts';

const login = 'avery@acme.example';
const circumstances = { login, at, device: 'Firefox, Windows', address: '203.0.113.7' };
const securityNotice = { ...circumstances, path: '/Profile?tab=sessions' };

/** Sample data for each template, for previews and tests. Templates with several variants have several samples. */
export const samples: { readonly [Name in TemplateName]: readonly TemplateData<Name>[] } = {
  ...billingSamples,
  accountDisabled: (['none', 'keep', 'cancel', 'end'] as const).map((subscriptions) => ({
    accountName: 'Acme Security',
    subscriptions,
  })),
  accountEnabled: [true, false].map((areSubscriptionsRestored) => ({
    accountName: 'Acme Security',
    areSubscriptionsRestored,
    path: '/login',
  })),
  actingPurchase: [
    {
      operatorName: 'Olivia Perez',
      userName: 'Avery Stone',
      orderedBy: 'Blake Stone, by phone',
      reason: 'Ticket 4711: two more seats',
      product: 'Desktop',
      plan: 'Basic',
      amount: 4_047,
      currency: 'usd',
      path: '/Account/Settings/Audit?userId=1',
    },
  ],
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
  clientSecretExpires: [true, false].map((isRequired) => ({
    providerName: 'Acme <Entra> ID',
    accountName: 'Acme Security',
    day: '2026-12-22',
    daysLeft: isRequired ? 1 : 30,
    isRequired,
    path: '/ExtProviders/1/Details',
  })),
  groupsLeftOut: [{ providerName: 'Acme <Entra> ID', accountName: 'Acme Security', path: '/ExtProviders/1/Details' }],
  personKnownOtherwise: ['Jo <New> Smith', ''].map((personName) => ({
    providerName: 'Acme <Entra> ID',
    accountName: 'Acme Security',
    userName: 'John Smith',
    personName,
    email: 'john.smith@acme.example',
    path: '/Account/Settings/Users/7',
  })),
  productTokenExpires: ['Nightly <export>', ''].map((tokenName) => ({
    tokenName,
    prefix: 'pts_Lw72Hd',
    productName: 'Veriscan Desktop',
    accountName: 'Acme Security',
    day: '2026-12-22',
    daysLeft: tokenName ? 7 : 1,
    path: '/ProductDashboard/veriscan-desktop?tab=connect',
  })),
  productTokenLeaked: [
    {
      tokenName: 'CRM bridge',
      prefix: 'pts_b3YpX8',
      productName: 'Veriscan Desktop',
      accountName: 'Acme <Security> & Co',
      leakReport: 'A public repository: github.com/acme/kiosk, file config.ts',
      path: '/ProductDashboard/veriscan-desktop?tab=connect',
    },
  ],
  domainProof: [
    {
      domain: 'acme.example',
      accountName: 'Acme <Security> & Co',
      path: '/ExtProviders/Domain?language=en#Zm9yIHRoZSBleWUgb25seQ',
      hours: 24,
    },
  ],
  confirmEmail: [{ email: 'avery@stone.example', path: '/ConfirmEmail#Zm9yIHRoZSBleWUgb25seQ', hours: 24 }],
  confirmSignUp: [{ login: 'avery@stone.example', path: '/ConfirmEmail#Zm9yIHRoZSBleWUgb25seQ', days: 7 }],
  emailChanged: [
    { ...circumstances, email: 'avery@stone.example', path: '/UndoEmail#Zm9yIHRoZSBleWUgb25seQ', days: 7 },
  ],
  legalTextChanged: (['terms', 'privacy', 'subscription-terms'] as const).map((name) => ({
    name,
    accountName: 'Acme <Security> & Co',
    updated: name === 'terms' ? null : '2026-11-29',
    path: '/privacy',
  })),
  invitation: [
    {
      accountName: 'Acme Security',
      inviterName: 'Avery Stone',
      path: '/Invitation#Zm9yIHRoZSBleWUgb25seQ',
      days: 7,
    },
  ],
  wantedElsewhere: [{ accountName: 'Acme Security' }, { accountName: 'Entreprise <Étoile & fils>' }],
  signUpKnown: [
    { accountName: 'Acme Security', login: 'avery@stone.example', isInvited: false, path: '/login' },
    {
      accountName: 'Entreprise <Étoile & fils>',
      login: 'zoe@etoile.example',
      isInvited: true,
      path: '/Invitation#Zm9yIHRoZSBleWUgb25seQ',
    },
  ],
  signUpOrganization: [
    { accountName: 'Acme Security', path: '/login' },
    { accountName: 'Acme Security', hasOrder: true, path: '/login' },
  ],
  welcome: [
    {
      accountName: null,
      login: 'avery@stone.example',
      product: 'Document Forensics',
      plan: 'Basic',
      license: 'LI-10318',
      path: '/ConfirmEmail#Zm9yIHRoZSBleWUgb25seQ',
      days: 7,
    },
    {
      accountName: 'Stone Hotels',
      login: 'avery@stone.example',
      product: null,
      plan: null,
      license: null,
      path: '/login',
      days: null,
    },
  ],
  newSignIn: [
    { ...circumstances, path: '/WasThisYou#Zm9yIHRoZSBleWUgb25seQ', days: 7 },
    { ...circumstances, device: '', address: '', path: '/WasThisYou#Zm9yIHRoZSBleWUgb25seQ', days: 7 },
  ],
  signOnRequired: [{ login, accountName: 'Acme Security', path: '/sso/4kq0w2e8r6t1' }],
  passwordReset: [{ login, path: '/ResetPassword#Zm9yIHRoZSBleWUgb25seQ', minutes: 60 }],
  securityNotice: (
    [
      'password',
      'login',
      'secondFactor',
      'recoveryCodes',
      'passkeys',
      'externalLogins',
      'emailTakenBack',
      'emailFollowed',
    ] as const
  ).map((change) => ({
    ...securityNotice,
    change,
    ...(change === 'password' && { removed: { passkeys: true, externalLogins: true } }),
  })),
  adminsAdded: [
    {
      emails: ['jamie@acme.example'],
      count: 1,
      actorName: 'Morgan Lee',
      accountName: 'Acme Security',
      at: circumstances.at,
      path: '/Account/Settings/Users',
    },
  ],
  changedByAdmin: (['password', 'secondFactor', 'email'] as const).map((change) => ({
    change,
    removedOthers: change === 'password',
    login: 'jamie.rivera',
    adminName: 'Morgan Lee',
    accountName: 'Acme Security',
    at: circumstances.at,
    path: '/login',
  })),
  ownershipTransferred: [true, false].map((isNewOwner) => ({
    isNewOwner,
    needsBreakGlassCode: isNewOwner,
    unlinkedProviders: isNewOwner ? ['Acme Login'] : [],
    removedOthers: isNewOwner,
    otherName: isNewOwner ? 'Avery Stone' : 'Morgan Lee',
    accountName: 'Acme Security',
    at: circumstances.at,
    path: '/Account/Settings/Users',
  })),
  signInCode: [{ code: '493817', minutes: 10 }],
  signInCodeText: [{ code: '493817', minutes: 10 }],
};
