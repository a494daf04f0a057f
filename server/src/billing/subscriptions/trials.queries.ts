import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { productTrials } from '../../core/db/schema/subscriptions.gen.ts';

/** Whether an account has had a trial of a product (TRL-3). */
export async function hadTrial(on: Queryable, accountId: number, productId: string): Promise<boolean> {
  const found = await on
    .select({ productId: productTrials.productId })
    .from(productTrials)
    .where(and(eq(productTrials.accountId, accountId), eq(productTrials.productId, productId)));
  return found.length > 0;
}
