import { isOn } from '../../../ui/data-table/search.ts';

export interface PurchaseSearch {
  /** The price plan to start with. */
  price?: string | undefined;
  /** The plan to change the subscription to; the current plan if omitted. */
  plan?: string | undefined;
  /** Whether a change starts with one more unit than now. */
  add?: true | undefined;
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** The choices that the address of a purchase starts with. */
export function purchaseSearch({ price, plan, add }: Record<string, unknown>): PurchaseSearch {
  const begun = { price: text(price), plan: text(plan) };
  return {
    ...(begun.price && { price: begun.price }),
    ...(begun.plan && { plan: begun.plan }),
    ...(isOn(add) && { add: true as const }),
  };
}
