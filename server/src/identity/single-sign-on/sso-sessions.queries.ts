import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { ssoIdentities, ssoLogoutTokens, ssoSessions } from '../../core/db/schema/single-sign-on.gen.ts';

export type SsoSessionRow = typeof ssoSessions.$inferSelect;

/** Sessions that a logout ends at once. */
const maxEnded = 1_000;

export async function insertSsoSession(
  transaction: Queryable,
  session: Omit<SsoSessionRow, 'createdAt'>,
): Promise<void> {
  await transaction.insert(ssoSessions).values(session);
}

/** Takes what is kept of a session for its way out. Undefined for one that no provider vouched for. */
export async function consumeSsoSession(on: Queryable, sessionPublicId: string): Promise<SsoSessionRow | undefined> {
  const [taken] = await on.delete(ssoSessions).where(eq(ssoSessions.sessionPublicId, sessionPublicId)).returning();
  return taken;
}

export async function findSsoSession(
  on: Queryable,
  sessionPublicId: string,
): Promise<Pick<SsoSessionRow, 'providerId'> | undefined> {
  const [found] = await on
    .select({ providerId: ssoSessions.providerId })
    .from(ssoSessions)
    .where(eq(ssoSessions.sessionPublicId, sessionPublicId));
  return found;
}

/** What a provider names when it ends sessions: one of its own, a person, or both. */
export interface ProviderLogout {
  readonly providerId: number;
  readonly issuer: string;
  readonly sid: string | null;
  readonly subject: string | null;
}

/** Takes the sessions that a provider ended, 1,000 at most. @returns their public names with their users */
export async function consumeEndedSessions(
  transaction: Queryable,
  { providerId, issuer, sid, subject }: ProviderLogout,
): Promise<{ sessionPublicId: string; userId: number }[]> {
  const named: SQL[] = [
    ...(sid === null ? [] : [eq(ssoSessions.providerSession, sid)]),
    ...(subject === null ? [] : [eq(ssoIdentities.subject, subject)]),
  ];
  if (named.length === 0) return [];
  const found = await transaction
    .select({ sessionPublicId: ssoSessions.sessionPublicId, userId: ssoIdentities.userId })
    .from(ssoSessions)
    .innerJoin(ssoIdentities, eq(ssoIdentities.id, ssoSessions.identityId))
    .where(and(eq(ssoSessions.providerId, providerId), eq(ssoIdentities.issuer, issuer), ...named))
    .limit(maxEnded)
    .for('update', { of: ssoSessions });
  if (found.length > 0)
    await transaction.execute(sql`
      delete from ${ssoSessions} where session_public_id = any(${sql.param(found.map(({ sessionPublicId }) => sessionPublicId))}::uuid[])`);
  return found;
}

/** Notes a logout token. @returns false for one that was taken before */
export async function recordLogoutToken(
  transaction: Queryable,
  token: { readonly providerId: number; readonly tokenId: string; readonly expiresAt: Date },
): Promise<boolean> {
  const taken = await transaction
    .insert(ssoLogoutTokens)
    .values(token)
    .onConflictDoNothing()
    .returning({ tokenId: ssoLogoutTokens.tokenId });
  return taken.length > 0;
}

/** Hours for which a session is kept for its way out: it lives 24 at most (SES-3). */
const hoursKept = 25;

/** Deletes what no way out needs any more, and logout tokens that have expired; 10,000 of each at most. */
export async function deleteOldSignOuts(on: Queryable): Promise<void> {
  await on.execute(sql`
    delete from ${ssoSessions} where session_public_id = any(array(
      select session_public_id from ${ssoSessions} where created_at < now() - make_interval(hours => ${hoursKept})
      limit 10000 for update skip locked))`);
  await on.execute(sql`
    delete from ${ssoLogoutTokens} where (provider_id, token_id) in (
      select provider_id, token_id from ${ssoLogoutTokens} where expires_at < now() limit 10000 for update skip locked)`);
}
