import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import {
  accounts,
  productTrials,
  stripeCustomers,
  stripePaymentMethods,
  subscriptions,
} from '../../db/schema/index.ts';
import type { NewSubscriptionRow } from './subscriptions.queries.ts';

/** Whose card is looked for: a subscription's own, or the customer's default where it has none. */
export interface CardWanted {
  readonly paymentMethodId: string | null;
  readonly customerId: string;
}

/** Columns that a later state of the same subscription replaces. */
const changing = [
  'productId',
  'planId',
  'pricePlanId',
  'quantity',
  'status',
  'trial',
  'startedAt',
  'expiresAt',
  'cancelAt',
  'cancelAtPeriodEnd',
  'endedAt',
  'amount',
  'currency',
  'interval',
  'intervalCount',
  'paymentMethodId',
  'items',
  'paymentFailure',
] as const satisfies readonly (keyof NewSubscriptionRow)[];

const excluded = Object.fromEntries(
  changing.map((column) => [column, sql`excluded.${sql.identifier(subscriptions[column].name)}`]),
);

/** What accounts have of the subscriptions that the mirror takes: each of these reads or writes a whole page of them at once. */
export const projectionQueries = {
  /** Account ids by the customer at Stripe. */
  async findAccounts(on: Queryable, customerIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const found = await on
      .select({ id: accounts.id, customerId: accounts.stripeCustomerId })
      .from(accounts)
      .where(inArray(accounts.stripeCustomerId, [...customerIds]));
    return new Map(found.flatMap(({ id, customerId }) => (customerId === null ? [] : [[customerId, id] as const])));
  },

  /** Statuses of those that are known, by their ids at Stripe. */
  async findStatuses(on: Queryable, stripeSubscriptionIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = await on
      .select({ id: subscriptions.stripeSubscriptionId, status: subscriptions.status })
      .from(subscriptions)
      .where(inArray(subscriptions.stripeSubscriptionId, [...stripeSubscriptionIds]));
    return new Map(found.map(({ id, status }) => [id, status]));
  },

  /** The card that each would be charged to, in the same order. Undefined for one that was deleted or is another customer's. */
  async findCards(on: Queryable, wanted: readonly CardWanted[]) {
    if (wanted.length === 0) return [];
    const defaults = await findDefaultCards(
      on,
      wanted.filter((one) => one.paymentMethodId === null).map(({ customerId }) => customerId),
    );
    const idOf = (one: CardWanted) => one.paymentMethodId ?? defaults.get(one.customerId) ?? null;
    const ids = wanted.map(idOf).filter((id) => id !== null);
    const found = await on
      .select({
        id: stripePaymentMethods.id,
        customerId: stripePaymentMethods.customerId,
        brand: stripePaymentMethods.brand,
        last4: stripePaymentMethods.last4,
        expMonth: stripePaymentMethods.expMonth,
        expYear: stripePaymentMethods.expYear,
      })
      .from(stripePaymentMethods)
      .where(and(inArray(stripePaymentMethods.id, ids), eq(stripePaymentMethods.deleted, false)));
    return wanted.map((one) => {
      const id = idOf(one);
      return found.find((card) => card.id === id && card.customerId === one.customerId);
    });
  },

  /** Remembers for good which products accounts had a trial of. */
  async rememberTrials(
    on: Queryable,
    trials: readonly { readonly accountId: number; readonly productId: string }[],
  ): Promise<void> {
    if (trials.length === 0) return;
    await on
      .insert(productTrials)
      .values([...trials])
      .onConflictDoNothing();
  },

  async remove(on: Queryable, stripeSubscriptionIds: readonly string[]): Promise<void> {
    if (stripeSubscriptionIds.length === 0) return;
    await on.delete(subscriptions).where(inArray(subscriptions.stripeSubscriptionId, [...stripeSubscriptionIds]));
  },

  /** Adds the rows, or replaces what changes of those that are known. Always in the order of their ids: two writers never wait for each other in a circle. */
  async upsert(on: Queryable, rows: readonly NewSubscriptionRow[]): Promise<void> {
    if (rows.length === 0) return;
    await on
      .insert(subscriptions)
      .values(rows.toSorted((a, b) => (a.stripeSubscriptionId < b.stripeSubscriptionId ? -1 : 1)))
      .onConflictDoUpdate({
        target: subscriptions.stripeSubscriptionId,
        set: { ...excluded, updatedAt: sql`now()` },
      });
  },
};

async function findDefaultCards(on: Queryable, customerIds: readonly string[]) {
  if (customerIds.length === 0) return new Map<string, string | null>();
  const found = await on
    .select({ id: stripeCustomers.id, card: stripeCustomers.defaultPaymentMethod })
    .from(stripeCustomers)
    .where(inArray(stripeCustomers.id, [...customerIds]));
  return new Map(found.map(({ id, card }) => [id, card]));
}
