import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { accounts } from '../../core/db/schema/accounts.gen.ts';

/** The fields of an account that single sign-on needs. */
const columns = {
  id: accounts.id,
  name: accounts.name,
  companyId: accounts.companyId,
  /** Identifies the account's own sign-in page; null before its first identity provider. */
  ssoKey: accounts.ssoKey,
  /** Whether users can sign in with single sign-on only (SSO-11). */
  ssoRequired: accounts.ssoRequired,
};

export type AccountSignOn = Pick<typeof accounts.$inferSelect, keyof typeof columns>;

/** Undefined for a deleted account. */
export async function findAccountSignOn(on: Queryable, accountId: number): Promise<AccountSignOn | undefined> {
  const [found] = await on.select(columns).from(accounts).where(eq(accounts.id, accountId));
  return found;
}

/** The account of a sign-in page. Undefined for an unknown key. */
export async function findAccountBySsoKey(on: Queryable, ssoKey: string): Promise<AccountSignOn | undefined> {
  const [found] = await on.select(columns).from(accounts).where(eq(accounts.ssoKey, ssoKey));
  return found;
}

/** Like `findAccountSignOn`, locked until the transaction ends, so that changes of its identity providers are serialized. */
export async function lockAccountSignOn(transaction: Queryable, accountId: number): Promise<AccountSignOn | undefined> {
  const [found] = await transaction
    .select(columns)
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for('no key update');
  return found;
}

/** Gives the account a sign-in page if it has none. */
export async function ensureSsoKey(transaction: Queryable, accountId: number, ssoKey: string): Promise<void> {
  await transaction
    .update(accounts)
    .set({ ssoKey: sql`coalesce(${accounts.ssoKey}, ${ssoKey})` })
    .where(eq(accounts.id, accountId));
}

/** Stores whether single sign-on is required, in the transaction that changes it (SSO-11). */
export async function updateSingleSignOnRequirement(
  transaction: Queryable,
  accountId: number,
  ssoRequired: boolean,
): Promise<void> {
  await transaction.update(accounts).set({ ssoRequired }).where(eq(accounts.id, accountId));
}
