import type { Feature } from '@portico/contract';
import { and, eq, gt, ne, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { accountFeatures, accounts } from '../../core/db/schema/accounts.gen.ts';

export async function insertAccount(
  query: Queryable,
  account: { readonly companyId: number; readonly name: string; readonly isRegistering?: boolean },
): Promise<number> {
  const [row] = await query.insert(accounts).values(account).returning({ id: accounts.id });
  return (row as { id: number }).id;
}

export async function insertAccountFeatures(
  query: Queryable,
  accountId: number,
  features: readonly Feature[],
): Promise<void> {
  if (features.length > 0)
    await query.insert(accountFeatures).values(features.map((feature) => ({ accountId, feature })));
}

/** The account's features, whether or not the installation offers them. */
export async function listAccountFeatures(on: Queryable, accountId: number): Promise<Feature[]> {
  const rows = await on
    .select({ feature: accountFeatures.feature })
    .from(accountFeatures)
    .where(eq(accountFeatures.accountId, accountId));
  return rows.map(({ feature }) => feature);
}

/** Whether an account was opened less than a number of days ago. */
export async function isYoungAccount(on: Queryable, accountId: number, days: number): Promise<boolean> {
  const found = await on
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), gt(accounts.createdAt, sql`now() - make_interval(days => ${days})`)));
  return found.length > 0;
}

/** Whether an account requires a second factor of its users (MFA-11). */
export async function isSecondFactorRequired(on: Queryable, accountId: number): Promise<boolean> {
  const [found] = await on
    .select({ isRequired: accounts.secondFactorRequired })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  return found?.isRequired === true;
}

/** @returns false if nothing changed */
export async function updateSecondFactorRequirement(
  on: Queryable,
  accountId: number,
  isRequired: boolean,
): Promise<boolean> {
  const { rowCount } = await on
    .update(accounts)
    .set({ secondFactorRequired: isRequired })
    .where(and(eq(accounts.id, accountId), ne(accounts.secondFactorRequired, isRequired)));
  return (rowCount ?? 0) > 0;
}

/** Opens an account whose registration succeeded. */
export async function openRegisteredAccount(on: Queryable, accountId: number): Promise<void> {
  await on
    .update(accounts)
    .set({ isRegistering: false, createdAt: sql`now()` })
    .where(and(eq(accounts.id, accountId), eq(accounts.isRegistering, true)));
}

/** Deletes an account whose owner has not confirmed the address, with all its data. The caller has locked that owner. */
export async function deleteUnconfirmedAccount(transaction: Queryable, accountId: number): Promise<void> {
  await transaction.delete(accounts).where(eq(accounts.id, accountId));
}

/** Deletes an account whose registration failed, with all its data. Never deletes an open account. */
export async function deleteRegisteringAccount(on: Queryable, accountId: number): Promise<void> {
  await on.delete(accounts).where(and(eq(accounts.id, accountId), eq(accounts.isRegistering, true)));
}
