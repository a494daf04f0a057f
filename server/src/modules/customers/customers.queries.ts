import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { stripeCustomers } from '../../db/schema/customers.gen.ts';

/** A customer as the mirror has it. */
export interface MirroredCustomerRow {
  /** Cents; Stripe's sign: negative is a credit. */
  readonly balance: number;
  readonly currency: string | null;
  readonly defaultPaymentMethodId: string | null;
  /** The test clock whose time the customer lives in; null for all but those of Stripe's test mode that were put on one. */
  readonly testClockId: string | null;
  /** The object as Stripe tells it. */
  readonly data: unknown;
  /** When the mirror read it last. */
  readonly syncedAt: Date;
}

/** @returns undefined for one that was deleted or is not known yet. */
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

/** The default card of each customer by its id; null for one without. A customer that is not known is left out. */
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

/** The object as Stripe told it last, also of a customer that was deleted; null for one that is not known. */
export async function findCustomerObject(on: Queryable, customerId: string): Promise<unknown> {
  const [found] = await on
    .select({ data: stripeCustomers.data })
    .from(stripeCustomers)
    .where(eq(stripeCustomers.id, customerId));
  return found?.data ?? null;
}
