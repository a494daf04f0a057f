import type { Addon, PricePlan } from './plan.ts';

export interface AddonChoice {
  priceId: string;
  /** 1 to 10000 (SEL-7). */
  quantity: number;
}

/** SelectionDraft by add-on id; an add-on that is not there is not chosen. */
export type AddonChoices = Readonly<Record<string, AddonChoice>>;

export const addonQuantity = { minimum: 1, maximum: 10_000 } as const;

/** Choosing picks the last price, unchoosing removes it; an inactive add-on cannot be chosen (SEL-8). */
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

/** The add-ons that the account has now, as far as they can still be chosen: a change would take away what it leaves out. */
export function currentAddons({ addons }: PricePlan): AddonChoices {
  const entries = addons.flatMap((addon): [string, AddonChoice][] => {
    const used = addon.prices.find(({ isUsed }) => isUsed);
    if (!addon.active || !used || addon.currentQuantity < addonQuantity.minimum) return [];
    return [[addon.id, { priceId: used.id, quantity: addon.currentQuantity }]];
  });
  return Object.fromEntries(entries);
}
