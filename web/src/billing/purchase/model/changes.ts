import type { PurchaseEstimate, Subscription } from '@portico/contract';
import type { BillingInterval, SubscriptionPlan } from './plan.ts';
import { type SelectionDraft, selectedPricePlan } from './selection.ts';

/** The account's subscription before a change. */
export type HeldSubscription = Pick<
  Subscription,
  | 'id'
  | 'subscriptionPlanId'
  | 'subscriptionPlanName'
  | 'quantity'
  | 'interval'
  | 'intervalCount'
  | 'currency'
  | 'paymentMethodId'
  | 'cancelAt'
>;

/** A current or chosen add-on: the caption of its price and its quantity. */
export interface AddonUse {
  caption: string;
  quantity: number;
}

export type Change =
  | { subject: 'plan'; from: string; to: string }
  | { subject: 'billingInterval'; from: BillingInterval; to: BillingInterval }
  | { subject: 'quantity'; from: number; to: number }
  | { subject: 'additional'; name: string; from: number; to: number }
  /** `from` is null for a new add-on, and `to` for a removed one. */
  | { subject: 'addon'; name: string; from: AddonUse | null; to: AddonUse | null };

/** Consequences of a change besides the choices. */
export type Consequences = NonNullable<PurchaseEstimate['consequences']>;

/** The removals reported by the server that are not among the changes. */
export function furtherRemovals({ removedAddons }: Consequences, changes: readonly Change[]): string[] {
  const changed = new Set(changes.flatMap((change) => (change.subject === 'addon' ? [change.name] : [])));
  return removedAddons.filter((caption) => !changed.has(caption));
}

const isSameUse = (one: AddonUse | null, other: AddonUse | null) =>
  one?.caption === other?.caption && one?.quantity === other?.quantity;

/** The current add-ons by caption; each billing interval sells them at its own prices. */
function heldAddons({ pricePlans }: SubscriptionPlan): Map<string, AddonUse> {
  const addons = pricePlans.flatMap((pricePlan) => pricePlan.addons);
  return new Map(
    addons.flatMap(({ caption, prices, currentQuantity }): [string, AddonUse][] => {
      const used = prices.find(({ isUsed }) => isUsed);
      return used && currentQuantity > 0 ? [[caption, { caption: used.caption, quantity: currentQuantity }]] : [];
    }),
  );
}

function chosenAddons(plan: SubscriptionPlan, choices: SelectionDraft): Map<string, AddonUse> {
  return new Map(
    selectedPricePlan(plan, choices).addons.flatMap(({ id, caption, prices }): [string, AddonUse][] => {
      const choice = choices.addons[id];
      const price = prices.find((candidate) => candidate.id === choice?.priceId);
      return choice && price ? [[caption, { caption: price.caption, quantity: choice.quantity }]] : [];
    }),
  );
}

/**
 * The differences between the current subscription and the choices; empty if they are equal. Additional units of another
 * plan start at 0, because each plan has its own.
 */
export function listChanges(
  held: HeldSubscription,
  plan: SubscriptionPlan,
  choices: SelectionDraft,
): readonly Change[] {
  const pricePlan = selectedPricePlan(plan, choices);
  const { interval, intervalCount } = pricePlan;
  const changes: Change[] = [];
  if (held.subscriptionPlanId !== plan.id)
    changes.push({ subject: 'plan', from: held.subscriptionPlanName, to: plan.name });
  if (held.interval !== interval || held.intervalCount !== intervalCount) {
    const from = { interval: held.interval, intervalCount: held.intervalCount };
    changes.push({ subject: 'billingInterval', from, to: { interval, intervalCount } });
  }
  if (held.quantity !== choices.quantity)
    changes.push({ subject: 'quantity', from: held.quantity, to: choices.quantity });
  for (const { id, nickname, quantity } of pricePlan.additionalPrices) {
    const to = choices.additional[id] ?? 0;
    if (quantity !== to) changes.push({ subject: 'additional', name: nickname, from: quantity, to });
  }
  const before = heldAddons(plan);
  const after = chosenAddons(plan, choices);
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [from, to] = [before.get(name) ?? null, after.get(name) ?? null];
    if (!isSameUse(from, to)) changes.push({ subject: 'addon', name, from, to });
  }
  return changes;
}
