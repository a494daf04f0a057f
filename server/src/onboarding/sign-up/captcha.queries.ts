import { lt, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { signUpSolutions } from '../../core/db/schema/sign-up.gen.ts';

/** Notes that a challenge was solved. @returns false where it was noted before: of any number of callers at once, one is the first. */
export async function recordSolution(on: Queryable, challengeHash: Buffer, expiresAt: Date): Promise<boolean> {
  const noted = await on
    .insert(signUpSolutions)
    .values({ challengeHash, expiresAt })
    .onConflictDoNothing()
    .returning({ expiresAt: signUpSolutions.expiresAt });
  return noted.length > 0;
}

/** Deletes those whose challenges have expired and are refused for that. */
export async function deleteExpiredSolutions(on: Queryable): Promise<void> {
  await on.delete(signUpSolutions).where(lt(signUpSolutions.expiresAt, sql`now() - interval '1 minute'`));
}
