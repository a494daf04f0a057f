import { desc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { ssoSignIns } from '../../core/db/schema/single-sign-on.gen.ts';

export type SignInRow = typeof ssoSignIns.$inferSelect;

/** Maximum stored sign-ins per provider (SSO-29). */
const maxKept = 100;

/** Adds an entry, and deletes entries beyond the provider's last 100. */
export async function insertSignIn(
  on: Queryable,
  {
    providerId,
    email,
    userId,
    outcome,
    failure,
    providerCode,
    providerText,
    groupsLeftOut,
    address,
  }: Omit<SignInRow, 'id' | 'at'>,
): Promise<void> {
  await on.execute(sql`
    with dropped as (
      delete from ${ssoSignIns} where provider_id = ${providerId} and id <= (
        select id from ${ssoSignIns} where provider_id = ${providerId} order by id desc offset ${maxKept - 1} limit 1)
    )
    insert into ${ssoSignIns} (provider_id, email, user_id, outcome, failure, provider_code, provider_text, groups_left_out, address)
    values (${providerId}, ${email}, ${userId}, ${outcome}, ${failure}, ${providerCode}, ${providerText}, ${groupsLeftOut}, ${address}::inet)`);
}

/** The last sign-ins with a provider, the newest first. */
export function listSignIns(on: Queryable, providerId: number): Promise<SignInRow[]> {
  return on
    .select()
    .from(ssoSignIns)
    .where(eq(ssoSignIns.providerId, providerId))
    .orderBy(desc(ssoSignIns.id))
    .limit(maxKept);
}
