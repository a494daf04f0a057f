import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { firstSteps } from '../../core/db/schema/first-steps.gen.ts';

/** Shows an account its first steps from now on. */
export async function beginFirstSteps(transaction: Queryable, accountId: number): Promise<void> {
  await transaction.insert(firstSteps).values({ accountId }).onConflictDoNothing();
}

/** The row of an account that is shown its first steps. Undefined for others. */
export async function findFirstSteps(on: Queryable, accountId: number): Promise<{ hasOpened: boolean } | undefined> {
  const [found] = await on
    .select({ openedAt: firstSteps.openedAt })
    .from(firstSteps)
    .where(eq(firstSteps.accountId, accountId));
  return found && { hasOpened: found.openedAt !== null };
}

/** Records when the product was first opened. Changes nothing for accounts without first steps. */
export async function markProductOpened(on: Queryable, accountId: number): Promise<void> {
  await on
    .update(firstSteps)
    .set({ openedAt: sql`now()` })
    .where(and(eq(firstSteps.accountId, accountId), isNull(firstSteps.openedAt)));
}

/** Stops showing an account its first steps. */
export async function endFirstSteps(on: Queryable, accountId: number): Promise<void> {
  await on.delete(firstSteps).where(eq(firstSteps.accountId, accountId));
}
