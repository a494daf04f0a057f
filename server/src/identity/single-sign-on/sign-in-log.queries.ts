import { desc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { ssoSignIns } from '../../core/db/schema/single-sign-on.gen.ts';

export type SignInRow = typeof ssoSignIns.$inferSelect;

/** Sign-ins of a provider that are kept (SSO-29). */
const maxKept = 100;

/** Adds a line, and drops what is older than the last 100 of the provider. */
export async function insertSignIn(
  on: Queryable,
  { providerId, email, userId, outcome, failure, providerCode, providerText, address }: Omit<SignInRow, 'id' | 'at'>,
): Promise<void> {
  await on.execute(sql`
    with dropped as (
      delete from ${ssoSignIns} where provider_id = ${providerId} and id <= (
        select id from ${ssoSignIns} where provider_id = ${providerId} order by id desc offset ${maxKept - 1} limit 1)
    )
    insert into ${ssoSignIns} (provider_id, email, user_id, outcome, failure, provider_code, provider_text, address)
    values (${providerId}, ${email}, ${userId}, ${outcome}, ${failure}, ${providerCode}, ${providerText}, ${address}::inet)`);
}

/** The last sign-ins of a provider, the newest first. */
export function listSignIns(on: Queryable, providerId: number): Promise<SignInRow[]> {
  return on
    .select()
    .from(ssoSignIns)
    .where(eq(ssoSignIns.providerId, providerId))
    .orderBy(desc(ssoSignIns.id))
    .limit(maxKept);
}
