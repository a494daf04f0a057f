import { and, eq, inArray, isNull, not } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { accounts } from '../../core/db/schema/accounts.gen.ts';

const columns = {
  timeZone: accounts.timeZone,
  businessDayEnd: accounts.businessDayEnd,
  usageDataPolicy: accounts.usageDataPolicy,
  /** The idle time after which a session ends, in seconds (SES-4). */
  sessionIdleSeconds: accounts.sessionIdleSeconds,
  /** Whether the owner is mailed whenever the vendor's staff act as one of the users (SET-6). */
  notifyActing: accounts.notifyActing,
  /** How many days before an end the expiry notices about it are mailed; null for the products' defaults (EXP-2). */
  noticeDays: accounts.noticeDays,
};

/** Settings that an account's admins choose for all of its users. */
export type AccountSettingsRow = Pick<typeof accounts.$inferSelect, keyof typeof columns>;

/** @throws Error if the account does not exist */
export async function findAccountSettings(on: Queryable, accountId: number): Promise<AccountSettingsRow> {
  const [found] = await on.select(columns).from(accounts).where(eq(accounts.id, accountId));
  if (!found) throw new Error(`There is no account ${accountId}`);
  return found;
}

/** Like `findAccountSettings`, locked until the transaction ends. @throws Error if the account does not exist */
export async function lockAccountSettings(transaction: Queryable, accountId: number): Promise<AccountSettingsRow> {
  const [found] = await transaction
    .select(columns)
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for('no key update');
  if (!found) throw new Error(`There is no account ${accountId}`);
  return found;
}

export async function updateAccountSettings(
  on: Queryable,
  accountId: number,
  change: Partial<AccountSettingsRow>,
): Promise<void> {
  await on.update(accounts).set(change).where(eq(accounts.id, accountId));
}

/** The notice days of accounts, by id (EXP-2); null for the products' defaults. Skips disabled and registering accounts. */
export async function findNoticeDays(
  on: Queryable,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, readonly number[] | null>> {
  if (accountIds.length === 0) return new Map();
  const found = await on
    .select({ id: accounts.id, noticeDays: accounts.noticeDays })
    .from(accounts)
    .where(and(inArray(accounts.id, [...accountIds]), isNull(accounts.disabledAt), not(accounts.isRegistering)));
  return new Map(found.map(({ id, noticeDays }) => [id, noticeDays]));
}
