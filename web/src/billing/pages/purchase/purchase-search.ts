import { isOn } from '../../../ui/data-table/search.ts';

export interface PurchaseSearch {
  /** The price plan to begin with. */
  price?: string | undefined;
  /** The plan that a change of a subscription leads to; its own without one. */
  plan?: string | undefined;
  /** Whether a change begins with one unit more than is held. */
  add?: true | undefined;
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** What the address of a purchase says of the choice that it begins with. */
export function purchaseSearch({ price, plan, add }: Record<string, unknown>): PurchaseSearch {
  const begun = { price: text(price), plan: text(plan) };
  return {
    ...(begun.price && { price: begun.price }),
    ...(begun.plan && { plan: begun.plan }),
    ...(isOn(add) && { add: true as const }),
  };
}
