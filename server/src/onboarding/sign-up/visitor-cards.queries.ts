import { eq, lt, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { signUpCards } from '../../core/db/schema/sign-up.gen.ts';

/** Gives a card to a form. @returns the hash of the form that has it: another one's where that was first */
export async function claimCard(
  on: Queryable,
  card: { readonly paymentMethodId: string; readonly requestHash: Buffer; readonly lifeSeconds: number },
): Promise<Buffer> {
  const { paymentMethodId, requestHash, lifeSeconds } = card;
  await on
    .insert(signUpCards)
    .values({ paymentMethodId, requestHash, expiresAt: sql`now() + make_interval(secs => ${lifeSeconds})` })
    .onConflictDoNothing();
  return (await findClaimingForm(on, paymentMethodId)) ?? requestHash;
}

/** The hash of the form that has a card; undefined where none has. */
export async function findClaimingForm(on: Queryable, paymentMethodId: string): Promise<Buffer | undefined> {
  const [found] = await on
    .select({ requestHash: signUpCards.requestHash })
    .from(signUpCards)
    .where(eq(signUpCards.paymentMethodId, paymentMethodId));
  return found?.requestHash;
}

/** Deletes those whose cards no form can name any more. */
export async function deleteExpiredCards(on: Queryable): Promise<void> {
  await on.delete(signUpCards).where(lt(signUpCards.expiresAt, sql`now()`));
}
