import type { Queryable } from '../../db/database.ts';
import { findCardsById } from '../cards/index.ts';
import { findDefaultPaymentMethods } from '../customers/index.ts';

/** Whose card is looked for: a subscription's own, or the customer's default where it has none. */
export interface ChargedTo {
  readonly paymentMethodId: string | null;
  readonly customerId: string;
}

/** The card that each subscription is charged to, in the same order. Undefined for one that was deleted or is another customer's. */
export async function findChargedCards(on: Queryable, charged: readonly ChargedTo[]) {
  const byDefault = charged.filter(({ paymentMethodId }) => paymentMethodId === null);
  const defaults = await findDefaultPaymentMethods(
    on,
    byDefault.map(({ customerId }) => customerId),
  );
  const ids = charged.map(({ paymentMethodId, customerId }) => paymentMethodId ?? defaults.get(customerId) ?? null);
  const cards = await findCardsById(
    on,
    ids.filter((id) => id !== null),
  );
  return charged.map(({ customerId }, at) =>
    cards.find((card) => card.id === ids[at] && card.customerId === customerId),
  );
}
