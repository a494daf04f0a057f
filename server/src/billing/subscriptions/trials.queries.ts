import { and, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { productTrials } from '../../core/db/schema/subscriptions.gen.ts';

/** Whether the account ever had a trial of the product (TRL-3). */
export async function hadTrial(on: Queryable, accountId: number, productId: string): Promise<boolean> {
  const found = await on
    .select({ productId: productTrials.productId })
    .from(productTrials)
    .where(and(eq(productTrials.accountId, accountId), eq(productTrials.productId, productId)));
  return found.length > 0;
}

/** The products in the list that the account had a trial of. */
export async function listTriedProducts(
  on: Queryable,
  accountId: number,
  productIds: readonly string[],
): Promise<string[]> {
  const found = await on
    .select({ productId: productTrials.productId })
    .from(productTrials)
    .where(and(eq(productTrials.accountId, accountId), inArray(productTrials.productId, [...productIds])));
  return found.map(({ productId }) => productId);
}

/** The products of which accounts had a trial, by account. */
export async function findTrialsOfAccounts(
  on: Queryable,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const found = await on
    .select({ accountId: productTrials.accountId, productId: productTrials.productId })
    .from(productTrials)
    .where(inArray(productTrials.accountId, [...accountIds]));
  const byAccount = Map.groupBy(found, ({ accountId }) => accountId);
  return new Map([...byAccount].map(([id, trials]) => [id, new Set(trials.map(({ productId }) => productId))]));
}

/** Records trials permanently (TRL-3). */
export async function recordTrials(
  on: Queryable,
  trials: readonly { readonly accountId: number; readonly productId: string }[],
): Promise<void> {
  if (trials.length === 0) return;
  await on
    .insert(productTrials)
    .values([...trials])
    .onConflictDoNothing();
}
