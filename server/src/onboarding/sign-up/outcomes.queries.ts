import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { signUpOutcomes } from '../../core/db/schema/sign-up.gen.ts';

export type Outcome = typeof signUpOutcomes.$inferSelect;
export type NewOutcome = Omit<typeof signUpOutcomes.$inferInsert, 'expiresAt' | 'sentAt'>;

const isShown = gt(signUpOutcomes.expiresAt, sql`now()`);

/**
 * Stores the outcome of a form, in place of the one of the browser's earlier form.
 * @param hours for which it is shown
 */
export async function storeOutcome(on: Queryable, outcome: NewOutcome, hours: number): Promise<void> {
  const values = { ...outcome, sentAt: sql`now()`, expiresAt: sql`now() + make_interval(hours => ${hours})` };
  await on
    .insert(signUpOutcomes)
    .values(values)
    .onConflictDoUpdate({ target: signUpOutcomes.visitorHash, set: values });
}

/** @param visitorHash SHA-256 of the browser's visitor cookie */
export async function findOutcome(on: Queryable, visitorHash: Buffer): Promise<Outcome | undefined> {
  const [found] = await on
    .select()
    .from(signUpOutcomes)
    .where(and(eq(signUpOutcomes.visitorHash, visitorHash), isShown));
  return found;
}

/**
 * Records that the mail is sent again, perhaps to another address.
 * @param pauseSeconds minimum time since the previous mail
 * @returns undefined if it was sent too recently, or if the address is confirmed
 */
export async function updateSentMail(
  transaction: Queryable,
  visitorHash: Buffer,
  { email, pauseSeconds }: { readonly email: string; readonly pauseSeconds: number },
): Promise<Outcome | undefined> {
  const [updated] = await transaction
    .update(signUpOutcomes)
    .set({ email, sentAt: sql`now()` })
    .where(
      and(
        eq(signUpOutcomes.visitorHash, visitorHash),
        isShown,
        isNull(signUpOutcomes.confirmedAt),
        lt(signUpOutcomes.sentAt, sql`now() - make_interval(secs => ${pauseSeconds})`),
      ),
    )
    .returning();
  return updated;
}

/** Records the account that a stored form registered. Changes nothing that the browser sees. */
export async function updateOutcomeAccount(
  transaction: Queryable,
  visitorHash: Buffer,
  accountId: number,
): Promise<void> {
  await transaction.update(signUpOutcomes).set({ accountId }).where(eq(signUpOutcomes.visitorHash, visitorHash));
}

/** Records that the form's sender confirmed this address. @returns the outcome; undefined if it is no longer shown */
export async function markConfirmed(
  transaction: Queryable,
  accountId: number,
  email: string,
): Promise<Outcome | undefined> {
  const [updated] = await transaction
    .update(signUpOutcomes)
    .set({ email, confirmedAt: sql`now()` })
    .where(and(eq(signUpOutcomes.accountId, accountId), isShown))
    .returning();
  return updated;
}

/** Deletes the outcome of a registration that failed. */
export async function deleteOutcome(transaction: Queryable, accountId: number): Promise<void> {
  await transaction.delete(signUpOutcomes).where(eq(signUpOutcomes.accountId, accountId));
}

export async function deleteExpiredOutcomes(on: Queryable): Promise<void> {
  await on.delete(signUpOutcomes).where(lt(signUpOutcomes.expiresAt, sql`now()`));
}
