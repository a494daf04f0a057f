import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { stripeCustomerBalanceTransactions, stripeCustomers } from '../../core/db/schema/customers.gen.ts';
import { type CustomerDetails, readCustomerDetails } from '../../core/stripe/index.ts';

export interface MirroredCustomerRow {
  /** Cents; negative is a credit. */
  readonly balance: number;
  readonly currency: string | null;
  readonly defaultPaymentMethodId: string | null;
  /** Only in Stripe's test mode (PUR-26). */
  readonly testClockId: string | null;
  /** The object from Stripe. */
  readonly data: unknown;
  /** When the mirror last stored it. */
  readonly syncedAt: Date;
}

/** @returns undefined for a deleted or unknown customer */
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

/** The default card of each customer, or null, by the customer's id. Unknown customers are left out. */
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

/** The test clocks of the customers that have one, by the customer's id. */
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

/** The customers' credits in cents, by the customer's id. Customers without credit are left out. */
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

/** The billing details of a customer that staff deleted at Stripe (CARD-17); undefined unless it was deleted. */
export async function findDeletedCustomer(on: Queryable, customerId: string): Promise<CustomerDetails | undefined> {
  const [found] = await on
    .select({ data: stripeCustomers.data })
    .from(stripeCustomers)
    .where(and(eq(stripeCustomers.id, customerId), eq(stripeCustomers.deleted, true)));
  return found && readCustomerDetails(found.data);
}

/** The latest object from Stripe, also of a deleted customer; null if unknown. */
export async function findCustomerObject(on: Queryable, customerId: string): Promise<unknown> {
  const [found] = await on
    .select({ data: stripeCustomers.data })
    .from(stripeCustomers)
    .where(eq(stripeCustomers.id, customerId));
  return found?.data ?? null;
}

/** The billing details of a customer in the mirror; null if the customer is unknown. */
export async function findCustomerDetails(on: Queryable, customerId: string): Promise<CustomerDetails | null> {
  const customer = await findMirroredCustomer(on, customerId);
  return customer ? readCustomerDetails(customer.data) : null;
}

/** The latest changes of a customer's balance without an invoice, the newest first. Amounts are cents; negative is a credit. */
export function listGivenCredits(on: Queryable, customerId: string, limit: number) {
  const changes = stripeCustomerBalanceTransactions;
  return on
    .select({
      id: changes.id,
      at: changes.created,
      amount: changes.amount,
      currency: changes.currency,
      description: changes.description,
    })
    .from(changes)
    .where(
      and(
        eq(changes.customerId, customerId),
        eq(changes.deleted, false),
        // Must equal the condition of the index.
        sql`${changes.type} in ('adjustment', 'credit_note', 'initial', 'migration')`,
      ),
    )
    .orderBy(desc(changes.created), desc(changes.id))
    .limit(limit);
}
