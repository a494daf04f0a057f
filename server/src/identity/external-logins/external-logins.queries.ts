import { and, asc, count, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { externalLoginFlows, externalLogins } from '../../core/db/schema/external-logins.gen.ts';

export type LoginRow = typeof externalLogins.$inferSelect;
export type FlowRow = typeof externalLoginFlows.$inferSelect;

/** A user's external logins, at most one per provider. */
export function listLogins(on: Queryable, userId: number): Promise<LoginRow[]> {
  return on
    .select()
    .from(externalLogins)
    .where(eq(externalLogins.userId, userId))
    .orderBy(asc(externalLogins.id))
    .limit(100);
}

export async function countLogins(on: Queryable, userId: number): Promise<number> {
  const [counted] = await on.select({ total: count() }).from(externalLogins).where(eq(externalLogins.userId, userId));
  return counted?.total ?? 0;
}

/** The external login of an identity, of any user (EXT-1). */
export async function findByIdentity(
  on: Queryable,
  { issuer, subject }: { readonly issuer: string; readonly subject: string },
): Promise<LoginRow | undefined> {
  const [found] = await on
    .select()
    .from(externalLogins)
    .where(and(eq(externalLogins.issuer, issuer), eq(externalLogins.subject, subject)));
  return found;
}

/** @returns false if the identity belongs to a user already, or the user has another login at the provider (EXT-2) */
export async function insertLogin(
  transaction: Queryable,
  login: Pick<LoginRow, 'userId' | 'provider' | 'issuer' | 'subject' | 'email'>,
): Promise<boolean> {
  const added = await transaction
    .insert(externalLogins)
    .values(login)
    .onConflictDoNothing()
    .returning({ id: externalLogins.id });
  return added.length > 0;
}

/** Records a sign-in and the address that the provider reports now. */
export async function recordUse(on: Queryable, id: number, email: string | null): Promise<void> {
  await on.update(externalLogins).set({ email, lastUsedAt: sql`now()` }).where(eq(externalLogins.id, id));
}

/** @returns how many there were */
export async function deleteLoginsOfUser(transaction: Queryable, userId: number): Promise<number> {
  const { rowCount } = await transaction.delete(externalLogins).where(eq(externalLogins.userId, userId));
  return rowCount ?? 0;
}

export async function deleteLogin(
  transaction: Queryable,
  { userId, provider, subject }: Pick<LoginRow, 'userId' | 'provider' | 'subject'>,
): Promise<boolean> {
  const removed = await transaction
    .delete(externalLogins)
    .where(
      and(
        eq(externalLogins.userId, userId),
        eq(externalLogins.provider, provider),
        eq(externalLogins.subject, subject),
      ),
    )
    .returning({ id: externalLogins.id });
  return removed.length > 0;
}

export async function insertFlow(
  on: Queryable,
  { lifeSeconds, ...flow }: Omit<FlowRow, 'expiresAt'> & { readonly lifeSeconds: number },
): Promise<void> {
  await on
    .insert(externalLoginFlows)
    .values({ ...flow, expiresAt: sql`now() + make_interval(secs => ${lifeSeconds})` });
}

/** Deletes and returns a visit in one statement, so that it can end only once (EXT-4). */
export async function consumeFlow(
  on: Queryable,
  stateHash: Buffer,
): Promise<(FlowRow & { isAlive: boolean }) | undefined> {
  const [taken] = await on
    .delete(externalLoginFlows)
    .where(eq(externalLoginFlows.stateHash, stateHash))
    .returning({
      stateHash: externalLoginFlows.stateHash,
      provider: externalLoginFlows.provider,
      codeVerifier: externalLoginFlows.codeVerifier,
      nonce: externalLoginFlows.nonce,
      userId: externalLoginFlows.userId,
      sessionHash: externalLoginFlows.sessionHash,
      returnUrl: externalLoginFlows.returnUrl,
      isSignUp: externalLoginFlows.isSignUp,
      expiresAt: externalLoginFlows.expiresAt,
      isAlive: sql<boolean>`${externalLoginFlows.expiresAt} > now()`,
    });
  return taken;
}

/** Deletes at most 10,000 expired visits. */
export async function deleteExpiredFlows(on: Queryable): Promise<void> {
  await on.execute(sql`
    delete from ${externalLoginFlows} where state_hash = any(array(
      select state_hash from ${externalLoginFlows} where expires_at < now() limit 10000 for update skip locked))`);
}
