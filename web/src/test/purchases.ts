import type { PurchaseResult } from '@portico/contract';
import type { Answer } from '../lib/api.ts';

type Totals = Answer<'POST /api/Products/{id}/CalculatePurchaseTotals'>;

/** The result of a paid purchase. */
export function makePurchaseResult(change: Partial<PurchaseResult> = {}): PurchaseResult {
  return {
    operationId: '0b8f2a55-6f0e-4e5c-9d2c-0d3f3c5b8f11',
    status: 'succeeded',
    subscriptionId: 1,
    clientSecret: null,
    amountPaid: 10_000,
    nextPaymentDate: null,
    receiptUrl: null,
    error: null,
    ...change,
  };
}

/**
 * The totals beside a purchase's dialogs.
 * @param current the current plan's price in cents
 */
export function makeTotals(
  total: Totals['completePurchaseTotal'],
  { subtotal = total, current = 0 }: { subtotal?: Totals['completePurchaseSubtotal']; current?: number } = {},
): Totals {
  return {
    customizePurchaseSubtotal: subtotal,
    customizePurchaseCurrentCost: { label: 'Current plan', amount: current },
    customizePurchaseTotal: total,
    completePurchaseSubtotal: subtotal,
    completePurchaseTotal: total,
  };
}

type Estimate = Answer<'POST /api/Products/{id}/EstimatePurchase'>;
type Invoice = Estimate['subscriptionUpdateInvoiceDetails'];

/**
 * An invoice preview.
 * @param total cents, all due by default
 */
export function makeInvoice(total: number, change: Partial<Invoice> = {}): Invoice {
  return {
    lines: [],
    subtotal: total,
    discount: 0,
    discounts: [],
    totalExcludingTax: total,
    taxAmounts: [],
    total,
    amountDue: Math.max(0, total),
    creditBefore: 0,
    creditAfter: 0,
    carriedOver: 0,
    ...change,
  };
}

/**
 * The price of a purchase.
 * @param due cents now
 * @param recurring cents for each interval
 */
export function makeEstimate(due: number, recurring = due, change: Partial<Estimate> = {}): Estimate {
  return {
    subscriptionUpdateInvoiceDetails: makeInvoice(due),
    recurringInvoiceDetails: makeInvoice(recurring),
    nextPaymentDate: '2026-12-20T12:00:00Z',
    recurringCharges: [{ from: '2026-12-20T12:00:00Z', until: null, total: recurring, discount: 0 }],
    current: null,
    waitsUntil: null,
    startsAt: null,
    consequences: null,
    includesTax: true,
    ...change,
  };
}

/** A quote with the same amounts as an estimate. */
export function makeQuote(due: number, recurring = due, change: Partial<Estimate> = {}) {
  return { ...makeEstimate(due, recurring, change), taxTransactionId: 'quote_1', expiresAt: '2026-11-20T13:00:00Z' };
}
