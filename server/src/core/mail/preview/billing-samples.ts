import type { TemplateData, TemplateName } from '../templates/index.ts';

export const at = '2026-11-22T15:04:00.000Z';
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

/** Samples of the mails about payments, invoices, cancellations, renewals and expiry. */
export const billingSamples = {
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
  subscriptionEnds: notices.map((notice) => ({
    ...notice,
    canceledAt: notice.path === null ? null : '2026-11-20T10:00:00.000Z',
  })),
  trialEnds: notices.map((notice) => ({ ...notice, amount: notice.path === null ? null : 49_900, currency: 'usd' })),
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
  cardExpires: [
    {
      card: 'Visa •••• 4242',
      expiry: '12/2026',
      productNames: 'Veriscan Desktop, Veriscan Cloud',
      path: '/Billing?replaceCard=pm_1',
    },
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
} satisfies { readonly [Name in TemplateName]?: readonly TemplateData<Name>[] };
