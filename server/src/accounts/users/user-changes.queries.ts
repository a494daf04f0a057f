import type { Feature, Permission } from '@portico/contract';
import { and, eq, inArray, isNull, ne, not, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { userFeatures, userRefusals, users } from '../../core/db/schema/users.gen.ts';
import type { UserRow } from './users.queries.ts';

/** Serializes changes of an account's roles until the transaction ends, so that two of them cannot remove the last admin. */
export async function lockRoles(transaction: Queryable, accountId: number): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(727466036, ${accountId}::int)`);
}

/** Whether the account has another permanent admin (USR-22). */
export async function hasOtherPermanentAdmin(on: Queryable, accountId: number, exceptId: number): Promise<boolean> {
  const rows = await on
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.accountId, accountId),
        ne(users.id, exceptId),
        or(users.isOwner, users.isAdmin),
        users.active,
        not(users.readOnly),
        isNull(users.expiresAt),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** The columns that an admin can change. */
export type UserChange = Pick<
  UserRow,
  'login' | 'email' | 'firstName' | 'lastName' | 'phone' | 'comments' | 'admin' | 'readOnly' | 'expDate' | 'active'
>;

/** Does not change users of other accounts. */
export async function updateUser(on: Queryable, accountId: number, id: number, change: UserChange): Promise<void> {
  const { login, email, firstName, lastName, phone, comments, active, readOnly, admin, expDate } = change;
  const isLoginChanged = sql`${users.isLoginChanged} or ${users.login} <> ${login}`;
  // Its user has not proved another address yet (USR-31).
  const emailProvedAt = sql`case when ${users.emailKey} = comparison_key(${email}) then ${users.emailProvedAt} end`;
  const details = { login, email, emailProvedAt, firstName, lastName, phone, comments };
  await on
    .update(users)
    .set({ ...details, active, readOnly, isAdmin: admin, expiresAt: expDate, isLoginChanged })
    .where(and(eq(users.accountId, accountId), eq(users.id, id)));
}

/** Makes `to` the account's owner in place of `from`, who stays an admin. */
export async function updateOwner(on: Queryable, accountId: number, { from, to }: { from: number; to: number }) {
  const inAccount = (id: number) => and(eq(users.accountId, accountId), eq(users.id, id));
  await on.update(users).set({ isOwner: false, isAdmin: true }).where(inAccount(from));
  await on.update(users).set({ isOwner: true, isAdmin: true }).where(inAccount(to));
}

/** The features granted to a user. Admins need no grant. */
export async function findGrants(on: Queryable, userId: number): Promise<ReadonlySet<Feature>> {
  const rows = await on
    .select({ feature: userFeatures.feature })
    .from(userFeatures)
    .where(eq(userFeatures.userId, userId));
  return new Set(rows.map(({ feature }) => feature));
}

/** Grants the `enabled` features and removes the other `offered` ones. Grants of features that are not offered stay. */
export async function replaceGrants(
  on: Queryable,
  userId: number,
  { offered, enabled }: { offered: readonly Feature[]; enabled: readonly Feature[] },
): Promise<void> {
  await on
    .delete(userFeatures)
    .where(and(eq(userFeatures.userId, userId), inArray(userFeatures.feature, [...offered])));
  if (enabled.length > 0) await on.insert(userFeatures).values(enabled.map((feature) => ({ userId, feature })));
}

/** The permissions that were withheld from a user. */
export async function findRefusals(on: Queryable, userId: number): Promise<ReadonlySet<Permission>> {
  const rows = await on
    .select({ permission: userRefusals.permission })
    .from(userRefusals)
    .where(eq(userRefusals.userId, userId));
  return new Set(rows.map(({ permission }) => permission));
}

/** Withholds exactly these permissions from a user. */
export async function replaceRefusals(on: Queryable, userId: number, refused: readonly Permission[]): Promise<void> {
  await on.delete(userRefusals).where(eq(userRefusals.userId, userId));
  if (refused.length > 0) await on.insert(userRefusals).values(refused.map((permission) => ({ userId, permission })));
}
