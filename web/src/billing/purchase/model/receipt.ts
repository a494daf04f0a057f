import type { RecurringCharge } from '@portico/contract';
import type { Estimate, PurchaseTotals } from '../purchase.api.ts';
import type { SubscriptionPlan } from './plan.ts';
import { type SelectionDraft, selectedPricePlan } from './selection.ts';

/** A line of the receipt while one chooses: known from the catalog at once. Cents. */
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

/** What is chosen, each with its price for an interval, before discounts and tax. */
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

/** What is known of the price: with tax, before tax only, or nothing yet. */
export type Price =
  | { kind: 'estimate'; estimate: Estimate; includesTax: boolean; isExact: boolean }
  | { kind: 'totals'; totals: PurchaseTotals };

/** Cents due now, or before tax what each interval costs. */
export function shownTotal(price: Price): number {
  return price.kind === 'estimate'
    ? price.estimate.subscriptionUpdateInvoiceDetails.amountDue
    : price.totals.completePurchaseTotal.amount;
}

/** What is paid later, as far as amounts differ. Charges of one amount that follow each other are one. */
export function laterCharges(charges: readonly RecurringCharge[]): RecurringCharge[] {
  const merged: RecurringCharge[] = [];
  for (const charge of charges) {
    const last = merged.at(-1);
    if (last && last.total === charge.total) merged[merged.length - 1] = { ...last, until: charge.until };
    else merged.push(charge);
  }
  return merged;
}
