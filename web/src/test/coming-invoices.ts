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
    accountName: null,
    created: '2026-11-05T10:00:00.000Z',
    dueDate: null,
    hostedInvoiceUrl: 'https://pay.example/in_1',
    ...change,
  };
}
