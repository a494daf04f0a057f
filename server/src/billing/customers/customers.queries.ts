import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { stripeCustomers } from '../../core/db/schema/customers.gen.ts';

/** A customer of the mirror. */
export interface MirroredCustomerRow {
  /** Cents with Stripe's sign. Negative is a credit. */
  readonly balance: number;
  readonly currency: string | null;
  readonly defaultPaymentMethodId: string | null;
  /** The customer's test clock in Stripe's test mode. Null for all others (PUR-26). */
  readonly testClockId: string | null;
  /** The object from Stripe. */
  readonly data: unknown;
  /** When the mirror read it last. */
  readonly syncedAt: Date;
}

/** @returns undefined for a deleted or unknown customer. */
export async function findMirroredCustomer(
  on: Queryable,
  customerId: string,
): Promise<MirroredCustomerRow | undefined> {
  const [found] = await on
    .select({
      balance: stripeCustomers.balance,
      currency: sql<string | null>`${stripeCustomers.data} ->> 'currency'`,
      defaultPaymentMethodId: stripeCustomers.defaultPaymentMethod,
      testClockId: sql<string | null>`${stripeCustomers.data} ->> 'test_clock'`,
      data: stripeCustomers.data,
      syncedAt: stripeCustomers.syncedAt,
    })
    .from(stripeCustomers)
    .where(and(eq(stripeCustomers.id, customerId), eq(stripeCustomers.deleted, false)));
  return found;
}

/** The default card of each customer by its id, or null. Unknown customers are left out. */
export async function findDefaultPaymentMethods(
  on: Queryable,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  if (customerIds.length === 0) return new Map();
  const found = await on
    .select({ id: stripeCustomers.id, paymentMethodId: stripeCustomers.defaultPaymentMethod })
    .from(stripeCustomers)
    .where(inArray(stripeCustomers.id, [...customerIds]));
  return new Map(found.map(({ id, paymentMethodId }) => [id, paymentMethodId]));
}

/** The test clocks of customers that live on one, by the customer's id. */
export async function findTestClocks(
  on: Queryable,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (customerIds.length === 0) return new Map();
  const clock = sql<string | null>`${stripeCustomers.data} ->> 'test_clock'`;
  const found = await on
    .select({ id: stripeCustomers.id, clock })
    .from(stripeCustomers)
    .where(inArray(stripeCustomers.id, [...customerIds]));
  return new Map(found.flatMap(({ id, clock }) => (clock === null ? [] : [[id, clock] as const])));
}

/** What customers are owed, in cents, by their ids. Customers without credit are left out. */
export async function findCredits(on: Queryable, customerIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (customerIds.length === 0) return new Map();
  const found = await on
    .select({ id: stripeCustomers.id, credit: sql<number>`- ${stripeCustomers.balance}`.mapWith(Number) })
    .from(stripeCustomers)
    .where(
      and(
        inArray(stripeCustomers.id, [...customerIds]),
        lt(stripeCustomers.balance, 0),
        eq(stripeCustomers.deleted, false),
      ),
    );
  return new Map(found.map(({ id, credit }) => [id, credit]));
}

/** The latest object from Stripe, also of a deleted customer. Null for an unknown one. */
export async function findCustomerObject(on: Queryable, customerId: string): Promise<unknown> {
  const [found] = await on
    .select({ data: stripeCustomers.data })
    .from(stripeCustomers)
    .where(eq(stripeCustomers.id, customerId));
  return found?.data ?? null;
}
