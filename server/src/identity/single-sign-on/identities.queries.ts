import { and, eq, inArray, type SQL } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { ssoIdentities, ssoSessions } from '../../core/db/schema/single-sign-on.gen.ts';

/** The user of an identity, by provider, issuer and subject (SSO-20). */
export async function findIdentity(
  on: Queryable,
  { providerId, issuer, subject }: { readonly providerId: number; readonly issuer: string; readonly subject: string },
): Promise<{ readonly id: number; readonly userId: number } | undefined> {
  const [found] = await on
    .select({ id: ssoIdentities.id, userId: ssoIdentities.userId })
    .from(ssoIdentities)
    .where(
      and(
        eq(ssoIdentities.providerId, providerId),
        eq(ssoIdentities.issuer, issuer),
        eq(ssoIdentities.subject, subject),
      ),
    );
  return found;
}

/** @throws Error of the unique index if the identity belongs to a user already */
export async function insertIdentity(
  transaction: Queryable,
  identity: Pick<typeof ssoIdentities.$inferSelect, 'providerId' | 'issuer' | 'subject' | 'userId'>,
): Promise<number> {
  const [added] = await transaction.insert(ssoIdentities).values(identity).returning({ id: ssoIdentities.id });
  return (added as { id: number }).id;
}

/** Identities of a user, or one of them, at some of the account's providers. */
export interface UserIdentities {
  readonly userId: number;
  readonly providerIds: readonly number[];
  readonly id?: number;
}

/**
 * Deletes identities of a user, after sign-ins with them that are in progress.
 * @returns their provider ids, and the public ids of the sessions that began with them
 */
export async function deleteIdentities(
  transaction: Queryable,
  { userId, providerIds, id }: UserIdentities,
): Promise<{ providerIds: number[]; sessionIds: string[] }> {
  const wanted: SQL[] = [
    eq(ssoIdentities.userId, userId),
    inArray(ssoIdentities.providerId, [...providerIds]),
    ...(id === undefined ? [] : [eq(ssoIdentities.id, id)]),
  ];
  // The lock waits for sessions that are being inserted, so that they are found.
  const found = await transaction
    .select({ id: ssoIdentities.id, providerId: ssoIdentities.providerId })
    .from(ssoIdentities)
    .where(and(...wanted))
    .for('update');
  if (found.length === 0) return { providerIds: [], sessionIds: [] };
  const ids = found.map((identity) => identity.id);
  const sessions = await transaction
    .select({ id: ssoSessions.sessionPublicId })
    .from(ssoSessions)
    .where(inArray(ssoSessions.identityId, ids));
  await transaction.delete(ssoIdentities).where(inArray(ssoIdentities.id, ids));
  return { providerIds: found.map(({ providerId }) => providerId), sessionIds: sessions.map((session) => session.id) };
}
