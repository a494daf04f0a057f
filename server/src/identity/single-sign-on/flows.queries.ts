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

/** Whether a sign-in flow with this state exists at the provider. */
export async function hasFlow(on: Queryable, providerId: number, stateHash: Buffer): Promise<boolean> {
  const found = await on
    .select({ providerId: ssoFlows.providerId })
    .from(ssoFlows)
    .where(and(eq(ssoFlows.stateHash, stateHash), eq(ssoFlows.providerId, providerId), isNull(ssoFlows.testId)));
  return found.length > 0;
}

/** Deletes and returns a flow in one statement, so that it can end only once (SSO-23). */
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

/** Deletes at most 10,000 expired flows. */
export async function deleteExpiredFlows(on: Queryable): Promise<void> {
  await on.execute(sql`
    delete from ${ssoFlows} where state_hash = any(array(
      select state_hash from ${ssoFlows} where expires_at < now() limit 10000 for update skip locked))`);
}
