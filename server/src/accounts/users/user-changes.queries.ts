import type { Feature, Permission } from '@portico/contract';
import { and, eq, inArray, isNull, ne, not, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { userFeatures, userRefusals, users } from '../../core/db/schema/users.gen.ts';
import type { UserRow } from './users.queries.ts';

/** Lets changes of an account's roles follow one another until the end of the transaction, so that two at once cannot take the last admin. */
export async function lockRoles(transaction: Queryable, accountId: number): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(727466036, ${accountId}::int)`);
}

/** Whether the account has another user who is an admin without a limit (USR-22). */
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

/** What of a user's row an admin changes. */
export type UserChange = Pick<
  UserRow,
  'login' | 'email' | 'firstName' | 'lastName' | 'phone' | 'comments' | 'admin' | 'readOnly' | 'expDate' | 'active'
>;

/** Another account's user stays as it is. */
export async function updateUser(on: Queryable, accountId: number, id: number, change: UserChange): Promise<void> {
  const { login, email, firstName, lastName, phone, comments, active, readOnly, admin, expDate } = change;
  const isLoginChanged = sql`${users.isLoginChanged} or ${users.login} <> ${login}`;
  const details = { login, email, firstName, lastName, phone, comments };
  await on
    .update(users)
    .set({ ...details, active, readOnly, isAdmin: admin, expiresAt: expDate, isLoginChanged })
    .where(and(eq(users.accountId, accountId), eq(users.id, id)));
}

/** Makes one user of an account its owner in the place of another, who stays an admin. */
export async function updateOwner(on: Queryable, accountId: number, { from, to }: { from: number; to: number }) {
  const inAccount = (id: number) => and(eq(users.accountId, accountId), eq(users.id, id));
  await on.update(users).set({ isOwner: false, isAdmin: true }).where(inAccount(from));
  await on.update(users).set({ isOwner: true, isAdmin: true }).where(inAccount(to));
}

/** The features that were granted to a user. Admins need no grant. */
export async function findGrants(on: Queryable, userId: number): Promise<ReadonlySet<Feature>> {
  const rows = await on
    .select({ feature: userFeatures.feature })
    .from(userFeatures)
    .where(eq(userFeatures.userId, userId));
  return new Set(rows.map(({ feature }) => feature));
}

/** Grants a user those of `offered` that are `enabled`. Grants of features that are not offered now stay. */
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

/** What was taken from a user about their own profile. */
export async function findRefusals(on: Queryable, userId: number): Promise<ReadonlySet<Permission>> {
  const rows = await on
    .select({ permission: userRefusals.permission })
    .from(userRefusals)
    .where(eq(userRefusals.userId, userId));
  return new Set(rows.map(({ permission }) => permission));
}

/** Takes exactly these permissions from a user. */
export async function replaceRefusals(on: Queryable, userId: number, refused: readonly Permission[]): Promise<void> {
  await on.delete(userRefusals).where(eq(userRefusals.userId, userId));
  if (refused.length > 0) await on.insert(userRefusals).values(refused.map((permission) => ({ userId, permission })));
}
