import type { Locale, Permission } from '@portico/contract';
import { and, eq, inArray, isNotNull, isNull, notExists, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { userRefusals, users } from '../../core/db/schema/users.gen.ts';
import { hasAccess } from './user-columns.queries.ts';

/** A user as they see themselves, without the password hash. */
export type Person = NonNullable<Awaited<ReturnType<typeof findPerson>>>;

const columns = {
  id: users.id,
  accountId: users.accountId,
  /** Identifies the user to passkeys without revealing who it is. */
  publicId: users.publicId,
  login: users.login,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  phone: users.phone,
  comments: users.comments,
  /** Whether the user can sign in: neither deactivated nor expired (USR-5, USR-23). */
  active: hasAccess,
  locale: users.locale,
  timeZone: users.timeZone,
  hasPassword: isNotNull(users.passwordHash).mapWith(Boolean),
  isEmailConfirmed: isNotNull(users.emailConfirmedAt).mapWith(Boolean),
  passwordChangedAt: users.passwordChangedAt,
};

/** Finds a user of any account: the caller has the id from a session or a mailed link. */
export async function findPerson(on: Queryable, userId: number) {
  const [found] = await on.select(columns).from(users).where(eq(users.id, userId));
  return found;
}

/** Finds the active user with this login or address who may reset their password. */
export async function findUserForReset(on: Queryable, name: string): Promise<number | null> {
  const refusal = on
    .select({ userId: userRefusals.userId })
    .from(userRefusals)
    .where(and(eq(userRefusals.userId, users.id), eq(userRefusals.permission, 'changePassword')));
  const [found] = await on
    .select({ id: users.id })
    .from(users)
    .where(and(sql`comparison_key(${name}) in (${users.loginKey}, ${users.emailKey})`, hasAccess, notExists(refusal)))
    .limit(1);
  return found?.id ?? null;
}

/** Whether an admin withheld a permission about the user's own profile. */
export async function hasRefusal(on: Queryable, userId: number, permission: Permission): Promise<boolean> {
  const rows = await on
    .select({ userId: userRefusals.userId })
    .from(userRefusals)
    .where(and(eq(userRefusals.userId, userId), eq(userRefusals.permission, permission)));
  return rows.length > 0;
}

/** The user's password hash; null if they have no password. */
export async function findPasswordHash(on: Queryable, userId: number): Promise<string | null> {
  const [found] = await on.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId));
  return found?.passwordHash ?? null;
}

/** Details that users change themselves. The email address is missing, because it has to be confirmed. */
interface OwnDetails {
  readonly login: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly comments: string;
  readonly locale: Locale | null;
  readonly timeZone: string | null;
}

export async function updatePerson(on: Queryable, userId: number, details: OwnDetails): Promise<void> {
  const isLoginChanged = sql`${users.isLoginChanged} or ${users.login} <> ${details.login}`;
  await on
    .update(users)
    .set({ ...details, isLoginChanged })
    .where(eq(users.id, userId));
}

/** Sets an address that its user proved. */
export async function updateEmail(on: Queryable, userId: number, email: string): Promise<void> {
  const now = sql`now()`;
  await on.update(users).set({ email, emailConfirmedAt: now, emailProvedAt: now }).where(eq(users.id, userId));
}

/**
 * Confirms the address of a sign-up, for only one of several concurrent callers. @returns false if it was confirmed, corrected or deleted
 * meanwhile
 */
export async function confirmSignUpEmail(on: Queryable, userId: number, email: string): Promise<boolean> {
  const now = sql`now()`;
  const { rowCount } = await on
    .update(users)
    .set({ emailConfirmedAt: now, emailProvedAt: now })
    .where(and(eq(users.id, userId), eq(users.email, email), isNull(users.emailConfirmedAt)));
  return rowCount === 1;
}

/**
 * Replaces the address and login of an owner who has not confirmed their sign-up. The new address is unconfirmed, too.
 */
export async function correctUnconfirmedOwner(on: Queryable, userId: number, email: string): Promise<void> {
  await on
    .update(users)
    .set({ email, login: email })
    .where(and(eq(users.id, userId), isNull(users.emailConfirmedAt)));
}

/** Records that a user proved that an address is theirs, if it is the user's current one (USR-31). */
export async function recordProvedAddress(on: Queryable, userId: number, email: string): Promise<void> {
  const isUnproved = and(sql`${users.emailKey} = comparison_key(${email})`, isNull(users.emailProvedAt));
  await on
    .update(users)
    .set({ emailProvedAt: sql`now()` })
    .where(and(eq(users.id, userId), isUnproved));
}

/** The owners of these accounts who neither confirmed their address nor signed in, by account. @param lock locks them until the transaction ends */
export async function findUnconfirmedOwners(
  on: Queryable,
  accountIds: readonly number[],
  lock?: 'update',
): Promise<ReadonlyMap<number, number>> {
  const found = on
    .select({ accountId: users.accountId, id: users.id })
    .from(users)
    .where(
      and(
        inArray(users.accountId, [...accountIds]),
        users.isOwner,
        isNull(users.emailConfirmedAt),
        isNull(users.lastLoginAt),
      ),
    );
  const rows = await (lock ? found.for(lock) : found);
  return new Map(rows.map(({ accountId, id }) => [accountId, id]));
}

/**
 * Makes the registered user the owner after the registration is settled. Owners must be active (USR-1), so the user
 * cannot be the owner before.
 */
export async function activateRegisteredOwner(on: Queryable, userId: number): Promise<void> {
  await on.update(users).set({ active: true, isOwner: true }).where(eq(users.id, userId));
}

/**
 * Sets the hash and time of a newly chosen password. This also confirms the address of a sign-up: its owner chooses one only by a mailed link.
 * @param isPasswordOfOther whether somebody else chose it and may know it (USR-12)
 */
export async function updatePassword(
  on: Queryable,
  userId: number,
  passwordHash: string,
  isPasswordOfOther = false,
): Promise<void> {
  await on
    .update(users)
    .set({
      passwordHash,
      isPasswordOfOther,
      passwordChangedAt: sql`now()`,
      emailConfirmedAt: sql`coalesce(${users.emailConfirmedAt}, now())`,
    })
    .where(eq(users.id, userId));
}
