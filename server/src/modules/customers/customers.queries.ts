import { and, eq, sql } from 'drizzle-orm';
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
    })
    .from(stripeCustomers)
    .where(and(eq(stripeCustomers.id, customerId), eq(stripeCustomers.deleted, false)));
  return found;
}
