import { lt, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { signUpSolutions } from '../../core/db/schema/sign-up.gen.ts';

/** Records a solved challenge. @returns true for only one of several concurrent callers */
export async function recordSolution(on: Queryable, challengeHash: Buffer, expiresAt: Date): Promise<boolean> {
  const noted = await on
    .insert(signUpSolutions)
    .values({ challengeHash, expiresAt })
    .onConflictDoNothing()
    .returning({ expiresAt: signUpSolutions.expiresAt });
  return noted.length > 0;
}

/** Deletes solutions whose challenges have expired and are refused anyway. */
export async function deleteExpiredSolutions(on: Queryable): Promise<void> {
  await on.delete(signUpSolutions).where(lt(signUpSolutions.expiresAt, sql`now() - interval '1 minute'`));
}
