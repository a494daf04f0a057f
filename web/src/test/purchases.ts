import type { PurchaseResult } from '@portico/contract';
import type { Answer } from '../lib/api.ts';

type Totals = Answer<'POST /api/Products/{id}/CalculatePurchaseTotals'>;

/** What came of a purchase, for tests: bought and paid. */
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

/** The totals beside a purchase's dialogs, for tests. @param current cents that the present plan costs */
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
