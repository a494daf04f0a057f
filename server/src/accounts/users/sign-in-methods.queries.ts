import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { users } from '../../core/db/schema/users.gen.ts';

/** Locks a user until the transaction ends, so that two removals cannot remove the last sign-in method. @returns whether they have a password */
export async function lockSignInMethods(transaction: Queryable, userId: number): Promise<{ hasPassword: boolean }> {
  const [found] = await transaction
    .select({ hasPassword: sql<boolean>`${users.passwordHash} is not null` })
    .from(users)
    .where(eq(users.id, userId))
    .for('update');
  return found ?? { hasPassword: false };
}

/**
 * Records that the user's sessions end, and waits for sign-ins in progress. A later statement deletes the sessions,
 * including those that these sign-ins began (PWD-14).
 */
export async function recordSessionsEnded(transaction: Queryable, userId: number): Promise<void> {
  await transaction.update(users).set({ sessionsEndedAt: sql`now()` }).where(eq(users.id, userId));
}

/** Whether a user was never offered a passkey (PSK-11). */
export async function wasNeverOfferedPasskey(on: Queryable, userId: number): Promise<boolean> {
  const rows = await on
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.passkeyOfferedAt)));
  return rows.length > 0;
}

/** Records that a user was offered a passkey. */
export async function recordPasskeyOffered(on: Queryable, userId: number): Promise<void> {
  await on
    .update(users)
    .set({ passkeyOfferedAt: sql`now()` })
    .where(and(eq(users.id, userId), isNull(users.passkeyOfferedAt)));
}
