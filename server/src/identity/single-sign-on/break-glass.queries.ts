import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { ssoBreakGlassCodes } from '../../core/db/schema/single-sign-on.gen.ts';

/** Keeps the hash of an account's code. The former one is void. */
export async function replaceBreakGlassCode(
  transaction: Queryable,
  code: { readonly accountId: number; readonly codeHash: Buffer; readonly createdBy: number },
): Promise<void> {
  await transaction
    .insert(ssoBreakGlassCodes)
    .values(code)
    .onConflictDoUpdate({ target: ssoBreakGlassCodes.accountId, set: { ...code, createdAt: sql`now()` } });
}

/** Whether an account has a code that is not used, made by the given user. */
export async function hasUnusedCode(
  on: Queryable,
  { accountId, createdBy }: { readonly accountId: number; readonly createdBy: number },
): Promise<boolean> {
  const rows = await on
    .select({ accountId: ssoBreakGlassCodes.accountId })
    .from(ssoBreakGlassCodes)
    .where(and(eq(ssoBreakGlassCodes.accountId, accountId), eq(ssoBreakGlassCodes.createdBy, createdBy)));
  return rows.length > 0;
}

/** Takes a code in one statement: it opens once, for who made it. @returns false for a wrong one */
export async function consumeBreakGlassCode(
  transaction: Queryable,
  {
    accountId,
    createdBy,
    codeHash,
  }: { readonly accountId: number; readonly createdBy: number; readonly codeHash: Buffer },
): Promise<boolean> {
  const { accountId: account, createdBy: maker, codeHash: stored } = ssoBreakGlassCodes;
  const taken = await transaction
    .delete(ssoBreakGlassCodes)
    .where(and(eq(account, accountId), eq(maker, createdBy), eq(stored, codeHash)))
    .returning({ accountId: ssoBreakGlassCodes.accountId });
  return taken.length > 0;
}
