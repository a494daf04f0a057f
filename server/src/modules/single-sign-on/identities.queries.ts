import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { ssoIdentities } from '../../db/schema/single-sign-on.gen.ts';

/** Notes that an identity signed in, with the address as the provider tells it now. */
export async function noteIdentityUse(transaction: Queryable, id: number, email: string | null): Promise<void> {
  await transaction.update(ssoIdentities).set({ email, lastUsedAt: sql`now()` }).where(eq(ssoIdentities.id, id));
}

/** @throws Error of the unique index for an identity that is somebody's already */
export async function insertIdentity(
  transaction: Queryable,
  identity: Pick<typeof ssoIdentities.$inferSelect, 'providerId' | 'issuer' | 'subject' | 'userId' | 'email'>,
): Promise<number> {
  const [added] = await transaction
    .insert(ssoIdentities)
    .values({ ...identity, lastUsedAt: sql`now()` })
    .returning({ id: ssoIdentities.id });
  return (added as { id: number }).id;
}
