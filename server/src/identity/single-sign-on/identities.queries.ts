import { and, desc, eq, inArray } from 'drizzle-orm';
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
  identity: Pick<typeof ssoIdentities.$inferSelect, 'providerId' | 'issuer' | 'subject' | 'userId' | 'email'>,
): Promise<number> {
  const [added] = await transaction.insert(ssoIdentities).values(identity).returning({ id: ssoIdentities.id });
  return (added as { id: number }).id;
}

/** The address that the provider stated at the last sign-in; null if unknown. Locks the identity until the transaction ends. */
export async function findIdentityEmail(transaction: Queryable, id: number): Promise<string | null> {
  const [found] = await transaction
    .select({ email: ssoIdentities.email })
    .from(ssoIdentities)
    .where(eq(ssoIdentities.id, id))
    .for('update');
  return found?.email ?? null;
}

export async function updateIdentityEmail(transaction: Queryable, id: number, email: string): Promise<void> {
  await transaction.update(ssoIdentities).set({ email }).where(eq(ssoIdentities.id, id));
}

/** Maximum length of the list of a user's identities. */
const maxListed = 100;

/** The user's identities, the newest first. */
export function listIdentities(on: Queryable, userId: number): Promise<{ providerId: number; createdAt: Date }[]> {
  return on
    .select({ providerId: ssoIdentities.providerId, createdAt: ssoIdentities.createdAt })
    .from(ssoIdentities)
    .where(eq(ssoIdentities.userId, userId))
    .orderBy(desc(ssoIdentities.id))
    .limit(maxListed);
}

/** Whether a user has an identity at a provider with its present issuer. */
export async function hasIdentity(
  on: Queryable,
  { userId, providerId, issuer }: { readonly userId: number; readonly providerId: number; readonly issuer: string },
): Promise<boolean> {
  const { userId: user, providerId: provider, issuer: stated } = ssoIdentities;
  const rows = await on
    .select({ id: ssoIdentities.id })
    .from(ssoIdentities)
    .where(and(eq(user, userId), eq(provider, providerId), eq(stated, issuer)))
    .limit(1);
  return rows.length > 0;
}

/**
 * Deletes a user's identities at the given providers, after sign-ins with them that are in progress.
 * @returns their provider ids, and the public ids of the sessions that began with them
 */
export async function deleteIdentities(
  transaction: Queryable,
  userId: number,
  providerIds: readonly number[],
): Promise<{ providerIds: number[]; sessionIds: string[] }> {
  // The lock waits for sessions that are being inserted, so that they are found.
  const found = await transaction
    .select({ id: ssoIdentities.id, providerId: ssoIdentities.providerId })
    .from(ssoIdentities)
    .where(and(eq(ssoIdentities.userId, userId), inArray(ssoIdentities.providerId, [...providerIds])))
    .for('update');
  if (found.length === 0) return { providerIds: [], sessionIds: [] };
  const ids = found.map((identity) => identity.id);
  const sessions = await transaction
    .select({ id: ssoSessions.sessionPublicId })
    .from(ssoSessions)
    .where(inArray(ssoSessions.identityId, ids));
  await transaction.delete(ssoIdentities).where(inArray(ssoIdentities.id, ids));
  return {
    providerIds: found.map((identity) => identity.providerId),
    sessionIds: sessions.map((session) => session.id),
  };
}
