import type { Feature } from '@portico/contract';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { userFeatures, users } from '../../core/db/schema/users.gen.ts';

/** Finds a user by email address (USR-2). */
export async function findUserByEmail(
  query: Queryable,
  email: string,
): Promise<{ id: number; email: string; accountId: number } | undefined> {
  const [found] = await query
    .select({ id: users.id, email: users.email, accountId: users.accountId })
    .from(users)
    .where(sql`${users.emailKey} = comparison_key(${email})`);
  return found;
}

/** The account of the vendor's staff. Undefined before the first operator exists. */
export async function findVendorAccount(query: Queryable): Promise<number | undefined> {
  const [found] = await query.select({ id: users.accountId }).from(users).where(eq(users.isOperator, true)).limit(1);
  return found?.id;
}

/** Finds an operator who has not chosen a password yet, by email address (USR-2). */
export async function findWaitingOperator(
  query: Queryable,
  email: string,
): Promise<{ id: number; accountId: number } | undefined> {
  const [found] = await query
    .select({ id: users.id, accountId: users.accountId })
    .from(users)
    .where(
      and(
        sql`${users.emailKey} = comparison_key(${email})`,
        users.isOperator,
        users.active,
        isNull(users.passwordHash),
      ),
    );
  return found;
}

export async function insertUserFeatures(
  query: Queryable,
  userId: number,
  features: readonly Feature[],
): Promise<void> {
  if (features.length > 0) await query.insert(userFeatures).values(features.map((feature) => ({ userId, feature })));
}

/** Locks logins and email addresses until the transaction ends. */
export async function lockNames(query: Queryable): Promise<void> {
  await query.execute(sql`select pg_advisory_xact_lock(727466002)`);
}

/**
 * Which of a user's names another user already has as login or address (USR-2). An index cannot enforce that, so call
 * `lockNames` first. @param except the user who gets the names; null for a new one
 */
export async function selectTakenNames(
  query: Queryable,
  { login, email }: { readonly login: string; readonly email: string },
  except: number | null = null,
): Promise<{ login: boolean; email: boolean }> {
  const [loginKey, emailKey] = [sql`comparison_key(${login})`, sql`comparison_key(${email})`];
  const { rows } = await query.execute<{ login: boolean; email: boolean }>(sql`
    select coalesce(bool_or(${loginKey} in (${users.loginKey}, ${users.emailKey})), false) as login,
           coalesce(bool_or(${emailKey} in (${users.loginKey}, ${users.emailKey})), false) as email
    from ${users}
    where (${users.loginKey} in (${loginKey}, ${emailKey}) or ${users.emailKey} in (${loginKey}, ${emailKey}))
      and ${users.id} is distinct from ${except}`);
  return rows[0] ?? { login: false, email: false };
}

export async function insertUser(query: Queryable, user: typeof users.$inferInsert): Promise<number> {
  const [row] = await query.insert(users).values(user).returning({ id: users.id });
  return (row as { id: number }).id;
}

export async function hasUsers(query: Queryable): Promise<boolean> {
  const rows = await query.select({ id: users.id }).from(users).limit(1);
  return rows.length > 0;
}

/** Replaces a hash with a stronger one of the same password, unless the password has changed since. */
export async function replaceHash(query: Queryable, userId: number, before: string, after: string): Promise<void> {
  await query
    .update(users)
    .set({ passwordHash: after })
    .where(and(eq(users.id, userId), eq(users.passwordHash, before)));
}
