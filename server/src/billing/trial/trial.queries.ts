import { sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { trialInformation } from '../../core/db/schema/trial.gen.ts';

/** Stores an account's answer for a product, and replaces an earlier one. */
export async function saveTrialInformation(
  on: Queryable,
  information: typeof trialInformation.$inferInsert,
): Promise<void> {
  const { accountId: _account, productId: _product, ...answer } = information;
  await on
    .insert(trialInformation)
    .values(information)
    .onConflictDoUpdate({
      target: [trialInformation.accountId, trialInformation.productId],
      set: { ...answer, givenAt: sql`now()` },
    });
}
