import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../core/db/database.ts';
import { sessions } from '../../core/db/schema/session.gen.ts';

/** A parked session of an operator. */
export interface ParkedSession extends Record<string, unknown> {
  public_id: string;
  marker: string;
  is_remembered: boolean;
  seconds_left: number;
}

const columns = sql`sessions.public_id, sessions.marker, sessions.is_remembered,
  ceil(extract(epoch from sessions.expires_at - now()))::int as seconds_left`;

/** Parks an operator's session under a hash that no cookie has. Undefined if it has ended, or another request parked it first. */
export async function parkSession(
  on: Queryable,
  idHash: Buffer,
  { parkedHash, returnUrl }: { parkedHash: Buffer; returnUrl: string },
): Promise<ParkedSession | undefined> {
  const { rows } = await on.execute<ParkedSession>(sql`
    update sessions set id_hash = ${parkedHash}, return_url = ${returnUrl}, last_seen_at = now()
    where id_hash = ${idHash} and operator_user_id is null and not is_setup and expires_at > now()
    returning ${columns}`);
  return rows[0];
}

/** The values of a new session in which an operator acts as a user. */
export interface NewActingSession {
  readonly idHash: Buffer;
  readonly marker: string;
  readonly userId: number;
  readonly operatorId: number;
  /** The operator's own session, which is parked. */
  readonly operatorSessionId: string;
  readonly reason: string;
  readonly minutes: number;
  readonly address: string | null;
  readonly userAgent: string;
}

/** Inserts the session, which ends with the operator's own at the latest. It is unconfirmed, because the user gave no password (SES-21). @returns when acting ends, in UTC */
export async function insertActingSession(on: Queryable, acting: NewActingSession): Promise<Date> {
  const { rows } = await on.execute<{ acting_until: string }>(sql`
    insert into sessions (id_hash, user_id, marker, expires_at, address, user_agent, proofs, confirmed_at, is_remembered,
                          operator_user_id, operator_session_id, acting_until, acting_reason)
    select ${acting.idHash}, ${acting.userId}, ${acting.marker}, own.expires_at, ${acting.address}::inet, ${acting.userAgent}, own.proofs,
           to_timestamp(0), own.is_remembered, ${acting.operatorId}, own.public_id,
           least(now() + make_interval(mins => ${acting.minutes}::int), own.expires_at), ${acting.reason}
    from sessions own where own.public_id = ${acting.operatorSessionId}
    returning acting_until`);
  return new Date((rows[0] as { acting_until: string }).acting_until);
}

/** Deletes a session in which an operator acts. @returns whether its time had run out; undefined if it had ended otherwise */
export async function deleteActingSession(on: Queryable, idHash: Buffer): Promise<boolean | undefined> {
  const [ended] = await on
    .delete(sessions)
    .where(and(eq(sessions.idHash, idHash), isNotNull(sessions.operatorUserId)))
    .returning({ isTimeOver: sql<boolean>`${sessions.actingUntil} <= now()` });
  return ended?.isTimeOver;
}

/** Whether a parked session exists under a hash. */
export async function isParked(database: Database, parkedHash: Buffer): Promise<boolean> {
  const { rows } = await database.pool.query({
    name: 'find-parked-session',
    text: 'select from sessions where id_hash = $1',
    values: [parkedHash],
  });
  return rows.length > 0;
}

/** An operator's own session under its new id. */
export interface ResumedSession extends ParkedSession {
  return_url: string | null;
  is_operator: boolean;
}

/** Resumes a parked session under a new id, without changing its last use. Undefined if it has ended, or another request resumed it first. */
export async function resumeSession(
  on: Queryable,
  parkedHash: Buffer,
  idHash: Buffer,
): Promise<ResumedSession | undefined> {
  const { rows } = await on.execute<ResumedSession>(sql`
    with parked as (
      select id_hash, return_url from sessions where id_hash = ${parkedHash} for update
    )
    update sessions set id_hash = ${idHash}, return_url = null from parked, users
    where sessions.id_hash = parked.id_hash and users.id = sessions.user_id
    returning ${columns}, parked.return_url, users.is_operator`);
  return rows[0];
}
