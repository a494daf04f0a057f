import type { Proof } from '@portico/contract';
import { and, eq, gt, isNotNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { knownBrowsers, sessions } from '../../core/db/schema/session.gen.ts';

/** Maximum length of a list of sessions or browsers. */
const maxListed = 100;

/** Ends the user's other sessions and challenges. @returns the number of ended sessions */
export async function deleteUserSessions(on: Queryable, userId: number, exceptIdHash: Buffer | null): Promise<number> {
  const { rows } = await on.execute<{ ended: number }>(sql`
    with waiting as (
      delete from sign_in_challenges where user_id = ${userId}
    ), ended as (
      delete from sessions where user_id = ${userId} and id_hash is distinct from ${exceptIdHash}::bytea returning 1
    )
    select count(*)::int as ended from ended`);
  return rows[0]?.ended ?? 0;
}

/** Ends all sessions and challenges of an account's users. */
export async function deleteAccountSessions(on: Queryable, accountId: number): Promise<void> {
  const people = sql`select id from users where account_id = ${accountId}`;
  await on.execute(sql`
    with waiting as (
      delete from sign_in_challenges where user_id in (${people})
    )
    delete from sessions where user_id in (${people})`);
}

/** Whether a session would be live if its account were not disabled. */
export async function hasSessionOfDisabledAccount(on: Queryable, idHash: Buffer): Promise<boolean> {
  const { rows } = await on.execute(sql`
    select from sessions s join users u on u.id = s.user_id join accounts a on a.id = u.account_id
    where s.id_hash = ${idHash} and s.expires_at > now() and u.active and a.disabled_at is not null`);
  return rows.length > 0;
}

/** Forgets all browsers of the user, so that they must pass the second factor again. */
export async function forgetBrowsers(on: Queryable, userId: number): Promise<void> {
  await on
    .update(knownBrowsers)
    .set({ rememberedUntil: null })
    .where(and(eq(knownBrowsers.userId, userId), isNotNull(knownBrowsers.rememberedUntil)));
}

/** Forgets one browser. False if it was not remembered. */
export async function forgetBrowser(on: Queryable, userId: number, id: string): Promise<boolean> {
  const { rowCount } = await on
    .update(knownBrowsers)
    .set({ rememberedUntil: null })
    .where(
      and(eq(knownBrowsers.userId, userId), eq(knownBrowsers.id, id), gt(knownBrowsers.rememberedUntil, sql`now()`)),
    );
  return (rowCount ?? 0) > 0;
}

/** Whether a user signed in in a browser before. */
export async function isKnownBrowser(on: Queryable, userId: number, tokenHash: Buffer): Promise<boolean> {
  const rows = await on
    .select({ id: knownBrowsers.id })
    .from(knownBrowsers)
    .where(and(eq(knownBrowsers.userId, userId), eq(knownBrowsers.tokenHash, tokenHash)));
  return rows.length > 0;
}

/** Makes a browser unknown to the user. */
export async function deleteBrowser(on: Queryable, userId: number, id: string): Promise<void> {
  await on.delete(knownBrowsers).where(and(eq(knownBrowsers.userId, userId), eq(knownBrowsers.id, id)));
}

/** Remembered browsers, the last used first. */
export function selectRememberedBrowsers(on: Queryable, userId: number) {
  return on
    .select({
      id: knownBrowsers.id,
      userAgent: knownBrowsers.userAgent,
      address: knownBrowsers.address,
      lastSeenAt: knownBrowsers.lastSeenAt,
      rememberedUntil: sql<Date>`${knownBrowsers.rememberedUntil}`.mapWith(knownBrowsers.rememberedUntil),
    })
    .from(knownBrowsers)
    .where(and(eq(knownBrowsers.userId, userId), gt(knownBrowsers.rememberedUntil, sql`now()`)))
    .orderBy(sql`${knownBrowsers.lastSeenAt} desc, ${knownBrowsers.id}`)
    .limit(maxListed);
}

/** When a browser must pass the second factor again; null if it always must. */
export async function selectRememberedUntil(on: Queryable, userId: number, id: string): Promise<Date | null> {
  const [found] = await on
    .select({ until: knownBrowsers.rememberedUntil })
    .from(knownBrowsers)
    .where(
      and(eq(knownBrowsers.userId, userId), eq(knownBrowsers.id, id), gt(knownBrowsers.rememberedUntil, sql`now()`)),
    );
  return found?.until ?? null;
}

/** Records that the session's user gave a password or a passkey. @returns when, in UTC */
export async function updateConfirmedAt(on: Queryable, idHash: Buffer): Promise<Date | undefined> {
  const [row] = await on
    .update(sessions)
    .set({ confirmedAt: sql`now()` })
    .where(eq(sessions.idHash, idHash))
    .returning({ at: sessions.confirmedAt });
  return row?.at;
}

export interface OpenSessionRow extends Record<string, unknown> {
  id_hash: Buffer;
  public_id: string;
  user_agent: string | null;
  address: string | null;
  created_at: Date;
  last_seen_at: Date;
  proofs: Proof[];
  is_new_browser: boolean;
  is_acting: boolean;
}

/** The live sessions of a user, the last used first. */
export async function selectUserSessions(on: Queryable, userId: number): Promise<OpenSessionRow[]> {
  const { rows } = await on.execute<OpenSessionRow>(sql`
    select s.id_hash, s.public_id, s.user_agent, host(s.address) as address, s.created_at, s.last_seen_at, s.proofs, s.is_new_browser,
           s.operator_user_id is not null as is_acting
    from sessions s join users u on u.id = s.user_id join accounts a on a.id = u.account_id
    where s.user_id = ${userId} and s.expires_at > now()
      and s.last_seen_at > now() - make_interval(secs => a.session_idle_seconds)
      and (s.acting_until is null or s.acting_until > now())
    order by s.last_seen_at desc, s.public_id limit ${maxListed}`);
  return rows.map((row) => ({
    ...row,
    created_at: new Date(row.created_at),
    last_seen_at: new Date(row.last_seen_at),
  }));
}

/** Ends one session of a user. False if the user does not have it. */
export async function deleteUserSession(on: Queryable, userId: number, publicId: string): Promise<boolean> {
  const { rowCount } = await on
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.publicId, publicId)));
  return (rowCount ?? 0) > 0;
}

/** The number of live sessions among the given public ids. */
export async function countOpenSessions(on: Queryable, publicIds: readonly string[]): Promise<number> {
  if (publicIds.length === 0) return 0;
  const { rows } = await on.execute<{ total: number }>(sql`
    select count(*)::int as total
    from sessions s join users u on u.id = s.user_id join accounts a on a.id = u.account_id
    where s.public_id = any(${sql.param([...publicIds])}::uuid[]) and s.expires_at > now()
      and s.last_seen_at > now() - make_interval(secs => a.session_idle_seconds)`);
  return rows[0]?.total ?? 0;
}

/** Ends sessions by their public ids. @returns the number of ended sessions */
export async function deleteSessionsByPublicId(on: Queryable, publicIds: readonly string[]): Promise<number> {
  if (publicIds.length === 0) return 0;
  const { rowCount } = await on
    .delete(sessions)
    .where(sql`${sessions.publicId} = any(${sql.param([...publicIds])}::uuid[])`);
  return rowCount ?? 0;
}

/** Gives a session a new id; a proof also ends the session's setup. Undefined if the session has ended. */
export async function replaceSessionId(
  on: Queryable,
  former: Buffer,
  { idHash, proof }: { idHash: Buffer; proof: Proof | null },
): Promise<{ isRemembered: boolean; secondsLeft: number } | undefined> {
  const { rows } = await on.execute<{ is_remembered: boolean; seconds_left: number }>(sql`
    update sessions set id_hash = ${idHash}, proofs = array_remove(proofs || ${proof}::text, null), is_setup = is_setup and ${proof}::text is null
    where id_hash = ${former} and expires_at > now()
    returning is_remembered, ceil(extract(epoch from expires_at - now()))::int as seconds_left`);
  const [row] = rows;
  return row && { isRemembered: row.is_remembered, secondsLeft: row.seconds_left };
}

/** The user agent of a user's session; undefined if the session has ended. */
export async function selectUserAgent(on: Queryable, userId: number, publicId: string) {
  const [found] = await on
    .select({ userAgent: sessions.userAgent })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.publicId, publicId)));
  return found;
}
