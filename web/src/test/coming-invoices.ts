import type { PendingInvoice, UpcomingInvoice } from '@portico/contract';

/** The next charge of a subscription. */
export function makeUpcoming(change: Partial<UpcomingInvoice> = {}): UpcomingInvoice {
  return {
    subscriptionId: 7,
    productId: 'cloud',
    productName: 'Cloud',
    subscriptionPlanName: 'Team',
    currency: 'usd',
    created: '2026-12-01T12:00:00.000Z',
    periodStart: '2026-12-01T12:00:00.000Z',
    periodEnd: '2027-01-01T12:00:00.000Z',
    lines: [],
    subtotal: 10_000,
    discount: 0,
    discounts: [],
    totalExcludingTax: 10_000,
    taxAmounts: [],
    total: 10_000,
    amountDue: 7_500,
    creditBefore: 2_500,
    creditAfter: 0,
    carriedOver: 0,
    recurringCharges: [],
    following: [],
    stale: false,
    asOf: '2026-11-20T12:00:00.000Z',
    isEstimate: false,
    ...change,
  };
}

/** An open invoice. */
export function makePending(change: Partial<PendingInvoice> = {}): PendingInvoice {
  return {
    stripeId: 'in_1',
    number: 'ACME-0001',
    description: 'Team, Monthly',
    productName: 'Cloud',
    amountDue: 6_000,
    amountPaid: 1_000,
    amountRemaining: 5_000,
    currency: 'usd',
    status: 'open',
    accountName: 'Veriscan',
    created: '2026-11-05T10:00:00.000Z',
    dueDate: null,
    hostedInvoiceUrl: 'https://pay.example/in_1',
    ...change,
  };
}

/** The next invoice of a subscription with a discount for two months, partly paid by credit. */
export const discountedInvoice: UpcomingInvoice = {
  subscriptionId: 7,
  productId: 'cloud',
  productName: 'Cloud',
  subscriptionPlanName: 'Team',
  currency: 'usd',
  created: '2098-12-01T12:00:00Z',
  periodStart: '2098-12-01T12:00:00Z',
  periodEnd: '2099-01-01T12:00:00Z',
  lines: [
    {
      description: 'Cloud – Team',
      name: 'Team',
      kind: 'base',
      isProration: false,
      quantity: 8,
      unitPrice: 7900,
      amount: 63_200,
    },
  ],
  subtotal: 63_200,
  discount: 12_640,
  discounts: [{ name: '20% off', code: 'THANKYOU20', amount: 12_640, until: '2099-02-01T12:00:00Z' }],
  totalExcludingTax: 50_560,
  taxAmounts: [{ description: 'Sales tax', amount: 3286 }],
  total: 53_846,
  amountDue: 41_846,
  creditBefore: 12_000,
  creditAfter: 0,
  carriedOver: 0,
  recurringCharges: [
    { from: '2098-12-01T12:00:00Z', until: '2099-02-01T12:00:00Z', total: 53_846, discount: 12_640 },
    { from: '2099-02-01T12:00:00Z', until: null, total: 67_308, discount: 0 },
  ],
  following: [{ created: '2099-01-01T12:00:00Z', total: 53_846, amountDue: 53_846 }],
  stale: false,
  asOf: '2026-11-22T12:00:00Z',
  isEstimate: false,
};
