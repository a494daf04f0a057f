import type { ShippingDetails } from '@portico/contract';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { accounts, formerCustomers } from '../../core/db/schema/accounts.gen.ts';

/** The details of an account that Stripe's customer and invoices need. */
export interface AccountBillingDetails {
  readonly name: string;
  /** The customer at Stripe. Null before the first purchase or card. */
  readonly customerId: string | null;
  /** The address on invoices. Null before the first purchase. */
  readonly businessAddress: ShippingDetails | null;
}

/** @throws Error if the account does not exist */
export async function findAccountBillingDetails(on: Queryable, accountId: number): Promise<AccountBillingDetails> {
  const [found] = await on
    .select({
      name: accounts.name,
      customerId: accounts.stripeCustomerId,
      businessAddress: accounts.businessAddress,
    })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (!found) throw new Error(`There is no account ${accountId}`);
  return found;
}

/** Stores the customer, unless the account has a customer other than `former`. @param former the deleted customer that the new one replaces */
export async function storeAccountCustomer(
  on: Queryable,
  accountId: number,
  customerId: string,
  former: string | null = null,
): Promise<void> {
  const { rowCount } = await on
    .update(accounts)
    .set({ stripeCustomerId: customerId })
    .where(
      and(
        eq(accounts.id, accountId),
        former === null ? isNull(accounts.stripeCustomerId) : eq(accounts.stripeCustomerId, former),
      ),
    );
  if (former === null || rowCount === 0) return;
  await on.insert(formerCustomers).values({ customerId: former, accountId }).onConflictDoNothing();
  await on.execute(sql`select move_former_customer(${former}, ${customerId})`);
}

/**
 * Locks the account's row, so that its purchases of all products begin one after the other. Foreign keys to the row do
 * not wait for the lock. @returns the address on its invoices; null before the first purchase
 */
export async function lockAccount(on: Queryable, accountId: number): Promise<ShippingDetails | null> {
  const [found] = await on
    .select({ address: accounts.businessAddress })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for('no key update');
  return found?.address ?? null;
}

export async function saveBusinessAddress(on: Queryable, accountId: number, address: ShippingDetails): Promise<void> {
  await on.update(accounts).set({ businessAddress: address }).where(eq(accounts.id, accountId));
}

/** Account ids by their Stripe customer. */
export async function findAccountsByCustomers(
  on: Queryable,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const found = await on
    .select({ id: accounts.id, customerId: accounts.stripeCustomerId })
    .from(accounts)
    .where(inArray(accounts.stripeCustomerId, [...customerIds]))
    .unionAll(
      on
        .select({ id: formerCustomers.accountId, customerId: sql<string | null>`${formerCustomers.customerId}` })
        .from(formerCustomers)
        .where(inArray(formerCustomers.customerId, [...customerIds])),
    );
  return new Map(found.flatMap(({ id, customerId }) => (customerId === null ? [] : [[customerId, id] as const])));
}
