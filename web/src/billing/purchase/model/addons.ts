import type { Addon, PricePlan, SubscriptionPlan } from './plan.ts';

export interface AddonChoice {
  priceId: string;
  /** 1 to 10000 (SEL-7). */
  quantity: number;
}

/** Choices by add-on id; an add-on without an entry is not chosen. */
export type AddonChoices = Readonly<Record<string, AddonChoice>>;

export const addonQuantity = { minimum: 1, maximum: 10_000 } as const;

/** Adds an add-on at its last price, or removes it; an inactive add-on cannot be added (SEL-8, CAT-14). */
export function toggleAddon(choices: AddonChoices, addon: Addon): AddonChoices {
  if (choices[addon.id]) {
    const { [addon.id]: _removed, ...others } = choices;
    return others;
  }
  const price = addon.prices.at(-1);
  if (!addon.active || !price) return choices;
  return { ...choices, [addon.id]: { priceId: price.id, quantity: addonQuantity.minimum } };
}

export function chooseAddonPrice(choices: AddonChoices, addon: Addon, priceId: string): AddonChoices {
  if (!addon.active || !addon.prices.some(({ id }) => id === priceId)) return choices;
  const quantity = choices[addon.id]?.quantity ?? addonQuantity.minimum;
  return { ...choices, [addon.id]: { priceId, quantity } };
}

export function setAddonQuantity(choices: AddonChoices, addonId: string, quantity: number): AddonChoices {
  const choice = choices[addonId];
  if (!choice) return choices;
  const whole = Math.trunc(quantity);
  const within = Math.min(Math.max(whole, addonQuantity.minimum), addonQuantity.maximum);
  return { ...choices, [addonId]: { ...choice, quantity: within } };
}

/** The price of an add-on in another billing interval: the same one, or the one with the same caption. */
const matchingPrice = ({ prices }: Addon, { id, caption }: Addon['prices'][number]) =>
  prices.find((price) => price.id === id) ?? prices.find((price) => price.caption === caption);

/** The add-ons of a price plan that another price plan sells under the same caption (SEL-16). */
export function carryAddons(from: readonly Addon[], to: readonly Addon[], choices: AddonChoices): AddonChoices {
  const carried: Record<string, AddonChoice> = {};
  for (const addon of to) {
    const choice = choices[addon.id];
    const before = from.find(({ id }) => id === addon.id)?.prices.find(({ id }) => id === choice?.priceId);
    const price = before && matchingPrice(addon, before);
    if (choice && price && addon.active) carried[addon.id] = { priceId: price.id, quantity: choice.quantity };
  }
  return carried;
}

/** Captions of the add-ons that were chosen and are dropped. */
export function droppedAddons(from: readonly Addon[], before: AddonChoices, after: AddonChoices): string[] {
  return from.filter(({ id }) => before[id] && !after[id]).map(({ caption }) => caption);
}

/** The account's current add-ons at the prices of a price plan, because a change removes what it omits (SEL-10). */
export function heldAddons({ pricePlans }: Pick<SubscriptionPlan, 'pricePlans'>, pricePlan: PricePlan): AddonChoices {
  const held: Record<string, AddonChoice> = {};
  for (const addon of pricePlan.addons) {
    const same = [pricePlan, ...pricePlans].flatMap(({ addons }) => addons.filter(({ id }) => id === addon.id));
    const owner = same.find(
      ({ prices, currentQuantity }) => currentQuantity > 0 && prices.some(({ isUsed }) => isUsed),
    );
    const used = owner?.prices.find(({ isUsed }) => isUsed);
    const price = used && matchingPrice(addon, used);
    if (owner && price && addon.active) held[addon.id] = { priceId: price.id, quantity: owner.currentQuantity };
  }
  return held;
}
