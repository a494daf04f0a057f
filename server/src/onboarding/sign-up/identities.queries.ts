import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { signUpIdentities } from '../../core/db/schema/sign-up.gen.ts';

/** A visitor's identity at an external provider, after returning from there to sign up. */
export type SignUpIdentity = Omit<typeof signUpIdentities.$inferSelect, 'tokenHash' | 'expiresAt'>;

const columns = {
  provider: signUpIdentities.provider,
  issuer: signUpIdentities.issuer,
  subject: signUpIdentities.subject,
  email: signUpIdentities.email,
  firstName: signUpIdentities.firstName,
  lastName: signUpIdentities.lastName,
};

export async function insertIdentity(
  on: Queryable,
  { lifeSeconds, ...identity }: SignUpIdentity & { readonly tokenHash: Buffer; readonly lifeSeconds: number },
): Promise<void> {
  await on
    .insert(signUpIdentities)
    .values({ ...identity, expiresAt: sql`now() + make_interval(secs => ${lifeSeconds})` });
}

export async function findIdentity(on: Queryable, tokenHash: Buffer): Promise<SignUpIdentity | undefined> {
  const [found] = await on
    .select(columns)
    .from(signUpIdentities)
    .where(and(eq(signUpIdentities.tokenHash, tokenHash), gt(signUpIdentities.expiresAt, sql`now()`)));
  return found;
}

export async function deleteExpiredIdentities(on: Queryable): Promise<void> {
  await on.delete(signUpIdentities).where(lt(signUpIdentities.expiresAt, sql`now()`));
}
