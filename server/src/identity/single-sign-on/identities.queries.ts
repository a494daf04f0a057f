import type { Queryable } from '../../core/db/database.ts';
import { ssoIdentities } from '../../core/db/schema/single-sign-on.gen.ts';

/** @throws Error of the unique index if the identity belongs to a user already */
export async function insertIdentity(
  transaction: Queryable,
  identity: Pick<typeof ssoIdentities.$inferSelect, 'providerId' | 'issuer' | 'subject' | 'userId'>,
): Promise<number> {
  const [added] = await transaction.insert(ssoIdentities).values(identity).returning({ id: ssoIdentities.id });
  return (added as { id: number }).id;
}
