import type { ShippingDetails } from '@portico/contract';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { accounts } from '../../db/schema/accounts.gen.ts';

/** What of an account its customer at Stripe and its invoices need. */
export interface AccountBillingDetails {
  readonly name: string;
  /** Its customer at Stripe; null before the first. */
  readonly customerId: string | null;
  /** For invoices; null before the first purchase. */
  readonly businessAddress: ShippingDetails | null;
}

/** @throws Error where there is no such account. */
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

/** Keeps the first customer that was made. */
export async function keepAccountCustomer(on: Queryable, accountId: number, customerId: string): Promise<void> {
  await on
    .update(accounts)
    .set({ stripeCustomerId: customerId })
    .where(and(eq(accounts.id, accountId), isNull(accounts.stripeCustomerId)));
}

/**
 * Takes the account's row: its purchases begin one after the other, of whatever product. What refers to the row does not wait for it.
 * @returns the address for its invoices; null before the first purchase.
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

/** Account ids by the customer at Stripe. */
export async function findAccountsOfCustomers(
  on: Queryable,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const found = await on
    .select({ id: accounts.id, customerId: accounts.stripeCustomerId })
    .from(accounts)
    .where(inArray(accounts.stripeCustomerId, [...customerIds]));
  return new Map(found.flatMap(({ id, customerId }) => (customerId === null ? [] : [[customerId, id] as const])));
}
