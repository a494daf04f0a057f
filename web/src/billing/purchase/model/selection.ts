import type { PurchaseSelection } from '@portico/contract';
import type { AddonChoices } from './addons.ts';
import type { AdditionalPrice, PricePlan, SubscriptionPlan } from './plan.ts';

/** The current choices by ids; texts and prices come with the plan, in each language. */
export interface SelectionDraft {
  pricePlanId: string;
  /** Units of the price plan. */
  quantity: number;
  /** Units by id of additional price. */
  additional: Readonly<Record<string, number>>;
  addons: AddonChoices;
  /** A validated coupon. */
  coupon: string | null;
}

/** @throws Error if the plan has no price plans any more */
export function selectedPricePlan(
  plan: SubscriptionPlan,
  { pricePlanId }: Pick<SelectionDraft, 'pricePlanId'>,
): PricePlan {
  const chosen = plan.pricePlans.find(({ id }) => id === pricePlanId) ?? plan.pricePlans[0];
  if (!chosen) throw new Error('a plan without price plans cannot be bought');
  return chosen;
}

/** The common part of the bodies of CalculatePurchaseTotals, PreviewPurchase and Purchase (SEL-11). */
export function toSelection(plan: SubscriptionPlan, choices: SelectionDraft): PurchaseSelection {
  const pricePlan = selectedPricePlan(plan, choices);
  const additional = pricePlan.additionalPrices.flatMap(({ id, subscriptionPlanId }) => {
    const quantity = choices.additional[id] ?? 0;
    return quantity > 0 ? [{ subscriptionPlanId, priceId: id, quantity }] : [];
  });
  const offered = new Set(pricePlan.addons.map(({ id }) => id));
  const addons = Object.entries(choices.addons).flatMap(([id, { priceId, quantity }]) =>
    offered.has(id) ? [[priceId, quantity] as const] : [],
  );
  return {
    items: [{ subscriptionPlanId: plan.id, priceId: pricePlan.id, quantity: choices.quantity }, ...additional],
    ...(addons.length > 0 && { addons: Object.fromEntries(addons) }),
    ...(choices.coupon !== null && { coupon: choices.coupon }),
  };
}

/** Whether there is something to buy: units of the price plan or of an additional price. */
export function hasSelection(selection: PurchaseSelection): boolean {
  return selection.items.some(({ quantity }) => quantity > 0);
}

/** Units of the new price plan's additional prices that have the same name as the old one's (SEL-9). */
export function carryOver(
  from: readonly AdditionalPrice[],
  to: readonly AdditionalPrice[],
  quantities: Readonly<Record<string, number>>,
): Record<string, number> {
  const byName = new Map(from.map(({ id, nickname }) => [nickname, quantities[id] ?? 0]));
  return Object.fromEntries(to.map(({ id, nickname }) => [id, byName.get(nickname) ?? 0]));
}

/** Whether a visitor may register with the choices: something that costs, or an entirely free plan (SIGN-46). */
export function mayRegister(plan: SubscriptionPlan, choices: SelectionDraft): boolean {
  if (isDirect(plan, choices)) return true;
  const { additionalPrices, amount } = selectedPricePlan(plan, choices);
  const costs = (units: number, price: number) => units > 0 && price > 0;
  return (
    costs(choices.quantity, amount) ||
    additionalPrices.some((price) => costs(choices.additional[price.id] ?? 0, price.amount))
  );
}

/** Whether the plan is subscribed to in the first step without checkout, because it is free or a trial (PUR-2). */
export function isDirect(plan: SubscriptionPlan, choices: SelectionDraft): boolean {
  if (plan.isTrial) return true;
  const pricePlan = selectedPricePlan(plan, choices);
  const costsMore = pricePlan.additionalPrices.some(
    ({ id, amount }) => amount > 0 && (choices.additional[id] ?? 0) > 0,
  );
  return pricePlan.amount === 0 && !costsMore;
}
