import type { TemplateData, TemplateName } from '../templates/index.ts';

const at = '2026-11-22T15:04:00.000Z';
const login = 'avery@acme.example';
const circumstances = { login, at, device: 'Firefox, Windows', address: '203.0.113.7' };
const receiver = {
  accountName: 'Acme Security',
  path: '/Billing/Invoices/in_1/Details',
  leavePath: '/StopInvoiceMail?language=en#12.end',
  leaveAtOncePath: '/api/Billing/Recipients/Links/OneClick?language=en&token=12.end',
};
const invoiceLines = {
  invoiceId: 'in_1',
  number: 'ACME-0042',
  currency: 'usd',
  lines: [
    { description: 'Veriscan Cloud – Team, monthly', amount: 50_000 },
    { description: 'Unused time <on> Veriscan Cloud & more', amount: -4_000 },
  ],
  more: 0,
  discount: 0,
  discounts: [],
  tax: 4_495,
  total: 60_495,
};
const securityNotice = { ...circumstances, path: '/Profile?tab=sessions' };

/** Recipients: an owner, and a contact without a login. */
const notices = [
  {
    productName: 'Veriscan Cloud',
    daysLeft: 30,
    path: '/Billing/Subscription/1',
    leavePath: null,
    leaveAtOncePath: null,
  },
  {
    productName: 'Veriscan <Cloud> & more',
    daysLeft: 1,
    path: null,
    leavePath: receiver.leavePath,
    leaveAtOncePath: receiver.leaveAtOncePath,
  },
].map((one) => ({ ...one, accountName: 'Acme Security', at: '2026-12-22T09:00:00.000Z' }));

const unpaid = {
  dueDate: null,
  productName: 'Veriscan Cloud',
  planName: 'Team',
  invoiceNumber: 'ACME-0042',
  amount: 60_495,
  path: '/Billing/Invoices/in_1/Details?pay=true',
};

/** Sample data for each template, for previews and tests. Templates with several variants have several samples. */
export const samples: { readonly [Name in TemplateName]: readonly TemplateData<Name>[] } = {
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
    path: '/ProductDashboard/veriscan-desktop',
  })),
  productTokenLeaked: [
    {
      tokenName: 'CRM bridge',
      prefix: 'pts_b3YpX8',
      productName: 'Veriscan Desktop',
      accountName: 'Acme <Security> & Co',
      leakReport: 'A public repository: github.com/acme/kiosk, file config.ts',
      path: '/ProductDashboard/veriscan-desktop',
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
  confirmSignUp: [{ login: 'avery@stone.example', path: '/ConfirmEmail#Zm9yIHRoZSBleWUgb25seQ', days: 7 }],
  creditNote: [
    {
      ...receiver,
      creditNoteId: 'cn_1',
      number: 'ACME-0042-CN-01',
      invoiceNumber: 'ACME-0042',
      amount: 5_000,
      currency: 'usd',
      notDue: 0,
      credited: 3_000,
      refunded: 2_000,
      otherwise: 0,
      at,
    },
  ],
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
  signUpOrganization: [{ accountName: 'Acme Security', path: '/login' }],
  subscriptionEnds: notices.map((notice) => ({
    ...notice,
    canceledAt: notice.path === null ? null : '2026-11-20T10:00:00.000Z',
  })),
  trialEnds: notices.map((notice) => ({ ...notice, amount: notice.path === null ? null : 49_900, currency: 'usd' })),
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
  invoiceIssued: [
    { ...receiver, ...invoiceLines, leavePath: null, leaveAtOncePath: null, due: 60_495, dueDate: at },
    {
      ...receiver,
      ...invoiceLines,
      more: 3,
      discount: 1_000,
      discounts: [{ description: 'Discount SPRING25 (25% off)', amount: 1_000 }],
      due: 60_495,
      dueDate: null,
    },
  ],
  licenseEnds: notices.map((notice) => ({
    ...notice,
    licenseNumber: 'L-00042',
    contact: notice.path === null ? null : 'sales@veriscan.example',
  })),
  newSignIn: [
    { ...circumstances, path: '/WasThisYou#Zm9yIHRoZSBleWUgb25seQ', days: 7 },
    { ...circumstances, device: '', address: '', path: '/WasThisYou#Zm9yIHRoZSBleWUgb25seQ', days: 7 },
  ],
  signOnRequired: [{ login, accountName: 'Acme Security', path: '/sso/4kq0w2e8r6t1' }],
  passwordReset: [{ login, path: '/ResetPassword#Zm9yIHRoZSBleWUgb25seQ', minutes: 60 }],
  cardExpires: [
    { card: 'Visa •••• 4242', expiry: '12/2026', productNames: 'Veriscan Desktop, Veriscan Cloud', path: '/Billing' },
  ],
  cardMissing: [{ productName: 'Veriscan Cloud', chargedAt: at, path: '/Billing/Subscription/1' }],
  paymentFailed: [
    {
      ...unpaid,
      currency: 'usd',
      card: 'Visa •••• 4242',
      nextTry: at,
      worksUntil: '2026-11-29T15:04:00.000Z',
    },
    { ...unpaid, planName: null, currency: 'cad', card: null, nextTry: null, worksUntil: null },
    { ...unpaid, currency: 'usd', card: null, nextTry: null, dueDate: at, worksUntil: null },
  ],
  paymentLastTry: [{ ...unpaid, currency: 'usd', card: 'Visa •••• 4242', nextTry: at, worksUntil: null }],
  receipt: [
    {
      ...receiver,
      ...invoiceLines,
      credit: 0,
      owedBefore: 40,
      carriedOver: 0,
      paid: 60_535,
      paidAt: at,
      card: 'Visa •••• 4242',
      failureWasTold: true,
    },
    {
      ...receiver,
      ...invoiceLines,
      tax: 0,
      credit: 60_460,
      owedBefore: 0,
      carriedOver: 35,
      paid: 0,
      paidAt: at,
      card: null,
      leavePath: null,
      leaveAtOncePath: null,
      failureWasTold: false,
    },
  ],
  recipientConfirmation: [
    { accountName: 'Acme <Security> & Co', path: '/ConfirmInvoiceMail?language=en#Zm9yIHRoZSBleWUgb25seQ', days: 7 },
  ],
  refund: [{ ...receiver, number: 'ACME-0042', amount: 1_000, currency: 'usd', at, card: 'Visa •••• 4242' }],
  renewalAhead: notices.map((notice) => ({
    ...notice,
    amount: notice.path === null ? null : 49_900,
    currency: 'usd',
  })),
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
  ).map((change) => ({ ...securityNotice, change })),
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
