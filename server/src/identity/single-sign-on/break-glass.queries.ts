import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { ssoBreakGlassCodes } from '../../core/db/schema/single-sign-on.gen.ts';

/** Stores the hash of an account's code, which replaces the previous one. */
export async function replaceBreakGlassCode(
  transaction: Queryable,
  code: { readonly accountId: number; readonly codeHash: Buffer; readonly createdBy: number },
): Promise<void> {
  await transaction
    .insert(ssoBreakGlassCodes)
    .values(code)
    .onConflictDoUpdate({ target: ssoBreakGlassCodes.accountId, set: { ...code, createdAt: sql`now()` } });
}

/** Whether an account has an unused code that the given user created. */
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

/** Uses a code in one statement: once, and only for the user who created it. @returns false for a wrong code */
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
