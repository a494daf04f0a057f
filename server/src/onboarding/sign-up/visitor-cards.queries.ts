import { eq, lt, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { signUpCards } from '../../core/db/schema/sign-up.gen.ts';

/**
 * Claims a card for a form.
 * @returns the hash of the form that holds the card: another form's if it claimed the card first
 */
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

/** The hash of the form that holds a card; undefined if none does. */
export async function findClaimingForm(on: Queryable, paymentMethodId: string): Promise<Buffer | undefined> {
  const [found] = await on
    .select({ requestHash: signUpCards.requestHash })
    .from(signUpCards)
    .where(eq(signUpCards.paymentMethodId, paymentMethodId));
  return found?.requestHash;
}

/** Deletes claims on cards that no form can use anymore. */
export async function deleteExpiredCards(on: Queryable): Promise<void> {
  await on.delete(signUpCards).where(lt(signUpCards.expiresAt, sql`now()`));
}
