import type { RecurringCharge } from '@portico/contract';
import type { Estimate, PurchaseTotals } from '../purchase.api.ts';
import type { SubscriptionPlan } from './plan.ts';
import { type SelectionDraft, selectedPricePlan } from './selection.ts';

/** A line of the receipt while the user chooses, with the catalog's prices in cents. */
export interface ReceiptLine {
  id: string;
  name: string;
  /** Caption of an add-on's price; null for the plan and its additional prices. */
  caption: string | null;
  quantity: number;
  unitPrice: number;
  amount: number;
  kind: 'base' | 'additional' | 'addon';
}

/** The choices with their price per interval, before discounts and tax. */
export function receiptLines(plan: SubscriptionPlan, choices: SelectionDraft): ReceiptLine[] {
  const pricePlan = selectedPricePlan(plan, choices);
  const line = (id: string, name: string, caption: string | null, quantity: number, unitPrice: number) => ({
    id,
    name,
    caption,
    quantity,
    unitPrice,
    amount: quantity * unitPrice,
  });
  const base = choices.quantity > 0 ? [line(pricePlan.id, plan.name, null, choices.quantity, pricePlan.amount)] : [];
  const additional = pricePlan.additionalPrices.flatMap(({ id, nickname, amount }) => {
    const quantity = choices.additional[id] ?? 0;
    return quantity > 0 ? [line(id, nickname, null, quantity, amount)] : [];
  });
  const addons = pricePlan.addons.flatMap(({ id, caption, prices }) => {
    const choice = choices.addons[id];
    const price = prices.find((candidate) => candidate.id === choice?.priceId);
    return choice && price ? [line(price.id, caption, price.caption, choice.quantity, price.amount)] : [];
  });
  return [
    ...base.map((entry) => ({ ...entry, kind: 'base' as const })),
    ...additional.map((entry) => ({ ...entry, kind: 'additional' as const })),
    ...addons.map((entry) => ({ ...entry, kind: 'addon' as const })),
  ];
}

/** The known price: with tax, before tax only, or none yet. */
export type Price =
  | { kind: 'estimate'; estimate: Estimate; includesTax: boolean; isExact: boolean }
  | { kind: 'totals'; totals: PurchaseTotals };

/** Cents due now, or each interval's price before tax. */
export function shownTotal(price: Price): number {
  return price.kind === 'estimate'
    ? price.estimate.subscriptionUpdateInvoiceDetails.amountDue
    : price.totals.completePurchaseTotal.amount;
}

/** The later payments, with consecutive charges of the same amount merged. */
export function laterCharges(charges: readonly RecurringCharge[]): RecurringCharge[] {
  const merged: RecurringCharge[] = [];
  for (const charge of charges) {
    const last = merged.at(-1);
    if (last && last.total === charge.total) merged[merged.length - 1] = { ...last, until: charge.until };
    else merged.push(charge);
  }
  return merged;
}
