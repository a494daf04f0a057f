import { and, asc, count, desc, eq, gt, inArray, isNotNull, ne, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../core/db/database.ts';
import { stripePaymentMethods } from '../../core/db/schema/cards.gen.ts';

const columns = {
  id: stripePaymentMethods.id,
  brand: stripePaymentMethods.brand,
  last4: stripePaymentMethods.last4,
  expMonth: stripePaymentMethods.expMonth,
  expYear: stripePaymentMethods.expYear,
  name: sql<string | null>`${stripePaymentMethods.data} #>> '{billing_details,name}'`,
  /** In Stripe's words, such as credit or unknown. */
  funding: sql<string | null>`${stripePaymentMethods.data} #>> '{card,funding}'`,
  email: sql<string | null>`${stripePaymentMethods.data} #>> '{billing_details,email}'`,
};

export type CardRow = NonNullable<Awaited<ReturnType<typeof findCard>>>;

export interface CardOwner {
  readonly customerId: string;
  readonly defaultPaymentMethodId: string | null;
}

function isSavedCardOf(customerId: string): SQL | undefined {
  return and(
    eq(stripePaymentMethods.customerId, customerId),
    eq(stripePaymentMethods.type, 'card'),
    eq(stripePaymentMethods.deleted, false),
  );
}

/** A page of a customer's cards, the default card first. */
export async function listCards(
  on: Queryable,
  { customerId, defaultPaymentMethodId }: CardOwner,
  { page, pageSize, order }: { page: number; pageSize: number; order: 'asc' | 'desc' },
) {
  const [items, [counted]] = await Promise.all([
    on
      .select(columns)
      .from(stripePaymentMethods)
      .where(isSavedCardOf(customerId))
      .orderBy(
        desc(sql`${stripePaymentMethods.id} is not distinct from ${defaultPaymentMethodId}`),
        (order === 'asc' ? asc : desc)(stripePaymentMethods.created),
        stripePaymentMethods.id,
      )
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    on.select({ total: count() }).from(stripePaymentMethods).where(isSavedCardOf(customerId)),
  ]);
  return { items, total: counted?.total ?? 0 };
}

/** The cards that other customers have or had too, by Stripe's fingerprint (TRL-12). */
export function listSameCards(on: Queryable, customerId: string, limit: number) {
  const others = alias(stripePaymentMethods, 'others');
  return on
    .select({
      brand: stripePaymentMethods.brand,
      last4: stripePaymentMethods.last4,
      otherCustomerId: sql<string>`${others.customerId}`,
    })
    .from(stripePaymentMethods)
    .innerJoin(others, eq(fingerprintOf(others.data), fingerprintOf(stripePaymentMethods.data)))
    .where(and(eq(stripePaymentMethods.customerId, customerId), ne(others.customerId, customerId)))
    .groupBy(others.customerId, stripePaymentMethods.brand, stripePaymentMethods.last4)
    .orderBy(others.customerId, stripePaymentMethods.last4)
    .limit(limit);
}

const fingerprintOf = (data: AnyPgColumn) => sql`${data} #>> '{card,fingerprint}'`;

/** A saved card of a customer; undefined for another customer's card or a deleted one. */
export async function findCard(on: Queryable, customerId: string, paymentMethodId: string) {
  const [found] = await on
    .select(columns)
    .from(stripePaymentMethods)
    .where(and(isSavedCardOf(customerId), eq(stripePaymentMethods.id, paymentMethodId)));
  return found;
}

/** The customer's card with the same number and expiry as another payment method; undefined without one. */
export async function findSameCard(
  on: Queryable,
  customerId: string,
  other: { readonly id: string; readonly fingerprint: string; readonly expMonth: number; readonly expYear: number },
) {
  const [found] = await on
    .select({ id: stripePaymentMethods.id })
    .from(stripePaymentMethods)
    .where(
      and(
        isSavedCardOf(customerId),
        ne(stripePaymentMethods.id, other.id),
        eq(stripePaymentMethods.expMonth, other.expMonth),
        eq(stripePaymentMethods.expYear, other.expYear),
        eq(fingerprintOf(stripePaymentMethods.data), other.fingerprint),
      ),
    )
    .orderBy(asc(stripePaymentMethods.created), asc(stripePaymentMethods.id))
    .limit(1);
  return found;
}

/** Locks a card's row until the transaction ends. @returns whether the customer has the card */
export async function lockCard(on: Queryable, customerId: string, paymentMethodId: string): Promise<boolean> {
  const found = await on
    .select({ id: stripePaymentMethods.id })
    .from(stripePaymentMethods)
    .where(and(isSavedCardOf(customerId), eq(stripePaymentMethods.id, paymentMethodId)))
    .for('update');
  return found.length > 0;
}

/** Cards by their ids, of any customer. Deleted cards are left out. */
export async function findCardsById(on: Queryable, paymentMethodIds: readonly string[]) {
  if (paymentMethodIds.length === 0) return [];
  return on
    .select({
      id: stripePaymentMethods.id,
      customerId: stripePaymentMethods.customerId,
      brand: stripePaymentMethods.brand,
      last4: stripePaymentMethods.last4,
      expMonth: stripePaymentMethods.expMonth,
      expYear: stripePaymentMethods.expYear,
    })
    .from(stripePaymentMethods)
    .where(and(inArray(stripePaymentMethods.id, [...paymentMethodIds]), eq(stripePaymentMethods.deleted, false)));
}

/** The latest object from Stripe, also of a deleted card; null if unknown. */
export async function findPaymentMethodObject(on: Queryable, paymentMethodId: string): Promise<unknown> {
  const [found] = await on
    .select({ data: stripePaymentMethods.data })
    .from(stripePaymentMethods)
    .where(eq(stripePaymentMethods.id, paymentMethodId));
  return found?.data ?? null;
}

/**
 * The cards of all customers that expire in a month, ordered by id.
 * @param after the last id of the previous page
 */
export function listExpiringCards(
  on: Queryable,
  { year, month }: { readonly year: number; readonly month: number },
  after: string,
  limit: number,
) {
  return on
    .select({
      id: stripePaymentMethods.id,
      customerId: stripePaymentMethods.customerId,
      brand: stripePaymentMethods.brand,
      last4: stripePaymentMethods.last4,
      expMonth: stripePaymentMethods.expMonth,
      expYear: stripePaymentMethods.expYear,
    })
    .from(stripePaymentMethods)
    .where(
      and(
        eq(stripePaymentMethods.expYear, year),
        eq(stripePaymentMethods.expMonth, month),
        eq(stripePaymentMethods.type, 'card'),
        eq(stripePaymentMethods.deleted, false),
        isNotNull(stripePaymentMethods.customerId),
        gt(stripePaymentMethods.id, after),
      ),
    )
    .orderBy(asc(stripePaymentMethods.id))
    .limit(limit);
}
