import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { ssoFlows } from '../../core/db/schema/single-sign-on.gen.ts';

export type FlowRow = typeof ssoFlows.$inferSelect;

export async function insertFlow(
  on: Queryable,
  { lifeSeconds, ...flow }: Omit<FlowRow, 'expiresAt'> & { readonly lifeSeconds: number },
): Promise<void> {
  await on.insert(ssoFlows).values({ ...flow, expiresAt: sql`now() + make_interval(secs => ${lifeSeconds})` });
}

/** Whether a visit to a provider goes on that signs somebody in. */
export async function hasFlow(on: Queryable, providerId: number, stateHash: Buffer): Promise<boolean> {
  const found = await on
    .select({ providerId: ssoFlows.providerId })
    .from(ssoFlows)
    .where(and(eq(ssoFlows.stateHash, stateHash), eq(ssoFlows.providerId, providerId), isNull(ssoFlows.testId)));
  return found.length > 0;
}

/** Takes a visit away in one statement: it ends once, however often its address is opened (SSO-23). */
export async function consumeFlow(
  on: Queryable,
  stateHash: Buffer,
): Promise<(FlowRow & { isAlive: boolean }) | undefined> {
  const { stateHash: hash, providerId, codeVerifier, nonce, returnUrl, testId, draft, expiresAt } = ssoFlows;
  const isAlive = sql<boolean>`${ssoFlows.expiresAt} > now()`;
  const [taken] = await on
    .delete(ssoFlows)
    .where(eq(ssoFlows.stateHash, stateHash))
    .returning({ stateHash: hash, providerId, codeVerifier, nonce, returnUrl, testId, draft, expiresAt, isAlive });
  return taken;
}

/** Deletes visits that cannot end any more, 10,000 at most. */
export async function deleteExpiredFlows(on: Queryable): Promise<void> {
  await on.execute(sql`
    delete from ${ssoFlows} where state_hash = any(array(
      select state_hash from ${ssoFlows} where expires_at < now() limit 10000 for update skip locked))`);
}
