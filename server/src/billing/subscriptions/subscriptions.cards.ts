import type { Queryable } from '../../core/db/database.ts';
import { findCardsById } from '../cards/cards.queries.ts';
import { findDefaultPaymentMethods } from '../customers/customers.queries.ts';

/** A subscription's own card; if null, the default card of its customer applies (CARD-12). */
export interface ChargedTo {
  readonly paymentMethodId: string | null;
  readonly customerId: string;
}

/** The card of each subscription, in the same order; undefined for a deleted card or another customer's card. */
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
