import { and, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { ssoIdentities, ssoLogoutTokens, ssoSessions } from '../../core/db/schema/single-sign-on.gen.ts';

export type SsoSessionRow = typeof ssoSessions.$inferSelect;

/** Maximum number of sessions that one logout ends. */
const maxEnded = 1_000;

export async function insertSsoSession(
  transaction: Queryable,
  session: Omit<SsoSessionRow, 'createdAt'>,
): Promise<void> {
  await transaction.insert(ssoSessions).values(session);
}

/** Deletes and returns a session's values for signing out at its provider; undefined if no provider vouched for it. */
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

const ofProvider = (providerId: number, exceptPublicId: string) =>
  and(eq(ssoSessions.providerId, providerId), ne(ssoSessions.sessionPublicId, exceptPublicId));

/** The public ids of sessions that began with a provider in the last 25 hours, without the given one. Some may have ended. */
export async function listProviderSessions(
  on: Queryable,
  providerId: number,
  exceptPublicId: string,
): Promise<string[]> {
  const found = await on
    .select({ id: ssoSessions.sessionPublicId })
    .from(ssoSessions)
    .where(ofProvider(providerId, exceptPublicId));
  return found.map(({ id }) => id);
}

/** As `listProviderSessions`, and deletes the provider's data of these sessions. */
export async function consumeProviderSessions(
  transaction: Queryable,
  providerId: number,
  exceptPublicId: string,
): Promise<string[]> {
  const taken = await transaction
    .delete(ssoSessions)
    .where(ofProvider(providerId, exceptPublicId))
    .returning({ id: ssoSessions.sessionPublicId });
  return taken.map(({ id }) => id);
}

/** The session or subject, or both, that a provider ends. */
export interface ProviderLogout {
  readonly providerId: number;
  readonly issuer: string;
  readonly sid: string | null;
  readonly subject: string | null;
}

/** Deletes the provider's data of at most 1,000 ended sessions. @returns their public ids with their users */
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

/** Records a logout token. @returns false if it was used before */
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

/** Hours for which sign-out data is kept; a session lasts at most 24 (SES-3). */
const hoursKept = 25;

/** Deletes outdated sign-out data and expired logout tokens, at most 10,000 of each. */
export async function deleteOldSignOuts(on: Queryable): Promise<void> {
  await on.execute(sql`
    delete from ${ssoSessions} where session_public_id = any(array(
      select session_public_id from ${ssoSessions} where created_at < now() - make_interval(hours => ${hoursKept})
      limit 10000 for update skip locked))`);
  await on.execute(sql`
    delete from ${ssoLogoutTokens} where (provider_id, token_id) in (
      select provider_id, token_id from ${ssoLogoutTokens} where expires_at < now() limit 10000 for update skip locked)`);
}
