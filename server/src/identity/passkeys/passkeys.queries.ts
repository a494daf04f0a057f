import { and, asc, count, eq, gt, inArray, lt, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { passkeyChallenges, passkeys } from '../../core/db/schema/passkeys.gen.ts';

export type PasskeyRow = typeof passkeys.$inferSelect;
export type Purpose = (typeof passkeyChallenges.$inferSelect)['purpose'];

/** A user's passkeys, the oldest first; at most 20 (PSK-7). */
export function listPasskeys(on: Queryable, userId: number): Promise<PasskeyRow[]> {
  return on.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.id)).limit(100);
}

export async function countPasskeys(on: Queryable, userId: number): Promise<number> {
  const [counted] = await on.select({ total: count() }).from(passkeys).where(eq(passkeys.userId, userId));
  return counted?.total ?? 0;
}

/** Those of the given users who have a passkey. */
export async function findUsersWithPasskeys(on: Queryable, userIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (userIds.length === 0) return new Set();
  const found = await on
    .select({ userId: passkeys.userId })
    .from(passkeys)
    .where(inArray(passkeys.userId, [...userIds]))
    .groupBy(passkeys.userId);
  return new Set(found.map(({ userId }) => userId));
}

/** The passkey of a credential, of any user. */
export async function findByCredential(on: Queryable, credentialId: Buffer): Promise<PasskeyRow | undefined> {
  const [found] = await on.select().from(passkeys).where(eq(passkeys.credentialId, credentialId));
  return found;
}

/** @returns undefined if the credential exists already */
export async function insertPasskey(
  transaction: Queryable,
  passkey: typeof passkeys.$inferInsert,
): Promise<PasskeyRow | undefined> {
  const [added] = await transaction.insert(passkeys).values(passkey).onConflictDoNothing().returning();
  return added;
}

export async function updateName(
  on: Queryable,
  userId: number,
  id: number,
  name: string,
): Promise<PasskeyRow | undefined> {
  const [renamed] = await on
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.userId, userId), eq(passkeys.id, id)))
    .returning();
  return renamed;
}

/** @returns how many there were */
export async function deletePasskeysOfUser(transaction: Queryable, userId: number): Promise<number> {
  const { rowCount } = await transaction.delete(passkeys).where(eq(passkeys.userId, userId));
  return rowCount ?? 0;
}

export async function deletePasskey(
  transaction: Queryable,
  userId: number,
  id: number,
): Promise<PasskeyRow | undefined> {
  const [removed] = await transaction
    .delete(passkeys)
    .where(and(eq(passkeys.userId, userId), eq(passkeys.id, id)))
    .returning();
  return removed;
}

/**
 * Records a use with the signed counter. A non-zero counter must have increased (PSK-6).
 * @returns false if the counter has not increased, or if a concurrent use recorded the same counter
 */
export async function recordUse(
  on: Queryable,
  id: number,
  { counter, isSynced }: { readonly counter: number; readonly isSynced: boolean },
): Promise<boolean> {
  const countsNot = and(eq(passkeys.counter, 0), sql`${counter} = 0`);
  const updated = await on
    .update(passkeys)
    .set({ counter, isSynced, lastUsedAt: sql`now()` })
    .where(and(eq(passkeys.id, id), or(lt(passkeys.counter, counter), countsNot)))
    .returning({ id: passkeys.id });
  return updated.length > 0;
}

export async function insertChallenge(
  on: Queryable,
  { lifeSeconds, ...challenge }: Omit<typeof passkeyChallenges.$inferInsert, 'expiresAt'> & { lifeSeconds: number },
): Promise<void> {
  await on
    .insert(passkeyChallenges)
    .values({ ...challenge, expiresAt: sql`now() + make_interval(secs => ${lifeSeconds})` });
}

/** Deletes a challenge in one statement, so that it can be answered once (PSK-4). @returns false if it does not exist */
export async function consumeChallenge(
  on: Queryable,
  {
    challengeHash,
    purpose,
    browserHash,
    userId,
  }: { challengeHash: Buffer; purpose: Purpose; browserHash: Buffer; userId: number | null },
): Promise<boolean> {
  const taken = await on
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challengeHash, challengeHash),
        eq(passkeyChallenges.purpose, purpose),
        eq(passkeyChallenges.browserHash, browserHash),
        sql`${passkeyChallenges.userId} is not distinct from ${userId}`,
        gt(passkeyChallenges.expiresAt, sql`now()`),
      ),
    )
    .returning({ purpose: passkeyChallenges.purpose });
  return taken.length > 0;
}

/** Deletes at most 10,000 expired challenges. */
export async function deleteExpiredChallenges(on: Queryable): Promise<void> {
  await on.execute(sql`
    delete from ${passkeyChallenges} where challenge_hash = any(array(
      select challenge_hash from ${passkeyChallenges} where expires_at < now() limit 10000 for update skip locked))`);
}
