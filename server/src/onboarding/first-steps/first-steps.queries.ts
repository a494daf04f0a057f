import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { firstSteps } from '../../core/db/schema/first-steps.gen.ts';

/** Shows an account its first steps from now on. */
export async function beginFirstSteps(transaction: Queryable, accountId: number): Promise<void> {
  await transaction.insert(firstSteps).values({ accountId }).onConflictDoNothing();
}

/** The row of an account that is shown its first steps. Undefined for any other. */
export async function findFirstSteps(on: Queryable, accountId: number): Promise<{ hasOpened: boolean } | undefined> {
  const [found] = await on
    .select({ openedAt: firstSteps.openedAt })
    .from(firstSteps)
    .where(eq(firstSteps.accountId, accountId));
  return found && { hasOpened: found.openedAt !== null };
}

/** Notes the first time that the product was opened. An account that is not shown its first steps stays as it is. */
export async function markProductOpened(on: Queryable, accountId: number): Promise<void> {
  await on
    .update(firstSteps)
    .set({ openedAt: sql`now()` })
    .where(and(eq(firstSteps.accountId, accountId), isNull(firstSteps.openedAt)));
}

/** Shows an account its first steps no more. */
export async function endFirstSteps(on: Queryable, accountId: number): Promise<void> {
  await on.delete(firstSteps).where(eq(firstSteps.accountId, accountId));
}
