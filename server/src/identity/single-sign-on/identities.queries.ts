import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { ssoIdentities } from '../../core/db/schema/single-sign-on.gen.ts';

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
