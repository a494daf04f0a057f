import { sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { trialInformation } from '../../core/db/schema/trial.gen.ts';

/** Stores what an account told about a product, in place of what it told before. */
export async function saveTrialInformation(
  on: Queryable,
  information: typeof trialInformation.$inferInsert,
): Promise<void> {
  const { accountId: _account, productId: _product, ...told } = information;
  await on
    .insert(trialInformation)
    .values(information)
    .onConflictDoUpdate({
      target: [trialInformation.accountId, trialInformation.productId],
      set: { ...told, givenAt: sql`now()` },
    });
}
