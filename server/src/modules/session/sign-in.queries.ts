import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { type Database, onceMoreAfterConflict } from '../../db/database.ts';

export interface Attempt {
  /** A name's and an address's rows in `rate_limits`. */
  readonly nameKey: string;
  readonly addressKey: string;
  readonly namePoints: number;
  readonly addressPoints: number;
  readonly windowSeconds: number;
  /** As typed, in lower case. */
  readonly name: string;
}

export interface AttemptRow {
  /** When the block that was there already ends; null where there was none. */
  blocked_until: number | null;
  address_points: number | null;
  address_expire: number | null;
  name_points: number | null;
  name_expire: number | null;
  user_id: number | null;
  account_id: number | null;
  active: boolean | null;
  password_hash: string | null;
}

/**
 * Address before name, always: two attempts never wait for each other in a circle. A name is counted only when its address may try, so that
 * an address beyond its limit cannot block the names of others; an address only when the name is not blocked, so that somebody who goes on
 * trying a blocked name does not block their whole office. The commit does not wait for the disk: a machine that crashes loses the counting of
 * its last half second.
 */
const beginAttempt = `
with blocked as (
  select max(expire) as until from rate_limits
  where expire > $4 and (key = $1 and points >= $5 or key = $2 and points >= $6)
), address as (
  insert into rate_limits as counted (key, points, expire)
  select $1, 1, $3 from blocked where until is null
  on conflict (key) do update set
    points = case when counted.expire <= $4 then 1 else counted.points + 1 end,
    expire = case when counted.expire <= $4 then $3 else counted.expire end
  returning points, expire
), name as (
  insert into rate_limits as counted (key, points, expire)
  select $2, 1, $3 from address where points <= $5
  on conflict (key) do update set
    points = case when counted.expire <= $4 then 1 else counted.points + 1 end,
    expire = case when counted.expire <= $4 then $3 else counted.expire end
  returning points, expire
)
select blocked.until as blocked_until, address.points as address_points, address.expire as address_expire,
       name.points as name_points, name.expire as name_expire,
       found.id as user_id, found.account_id, found.active, found.password_hash,
       set_config('synchronous_commit', 'off', true)
from blocked
left join address on true
left join name on true
left join lateral (
  select id, account_id, active, password_hash from users where lower(login) = $7 or lower(email) = $7 limit 1
) found on true`;

/** Takes one place of both limits and finds the user whom the name means, in one atomic statement. */
export async function takePlaceAndFindUser(database: Database, attempt: Attempt): Promise<AttemptRow> {
  const now = Date.now();
  const statement = {
    name: 'begin-sign-in',
    text: beginAttempt,
    values: [
      attempt.addressKey,
      attempt.nameKey,
      now + attempt.windowSeconds * 1000,
      now,
      attempt.addressPoints,
      attempt.namePoints,
      attempt.name,
    ],
  };
  const { rows } = await onceMoreAfterConflict(() => database.pool.query<AttemptRow>(statement));
  return rows[0] as AttemptRow;
}

export interface NewSession {
  readonly idHash: Buffer;
  readonly userId: number;
  readonly marker: string;
  readonly lifeSeconds: number;
  readonly address: string | null;
  readonly userAgent: string;
  /** The session that the browser had so far; it dies. */
  readonly formerIdHash: Buffer | null;
  readonly nameKey: string;
  readonly addressKey: string;
  /** Inserts what the audit log says of it. */
  readonly audit: SQL;
}

const dialect = new PgDialect();

/** A part of a statement: both limits get their place back. The counting of `name` asks for that of `address`: its lock comes first. */
function placesReturned({ nameKey, addressKey }: Pick<Attempt, 'nameKey' | 'addressKey'>): SQL {
  return sql`address as (
      update rate_limits set points = greatest(points - 1, 0) where key = ${addressKey} returning 1
    ), name as (
      update rate_limits set points = greatest(points - 1, 0)
      where key = ${nameKey} and (select count(*) from address) >= 0
    )`;
}

/** Gives both limits their place back, in one statement. */
export async function returnPlace(database: Database, keys: Pick<Attempt, 'nameKey' | 'addressKey'>): Promise<void> {
  const { sql: text, params: values } = dialect.sqlToQuery(sql`with ${placesReturned(keys)} select`);
  await onceMoreAfterConflict(() => database.pool.query({ name: 'withdraw-sign-in', text, values }));
}

/** All that a right password changes, in one statement: all of it or nothing. */
export async function completeSignIn(database: Database, session: NewSession): Promise<void> {
  const { sql: text, params: values } = dialect.sqlToQuery(sql`
    with former as (
      delete from sessions where id_hash = ${session.formerIdHash}
    ), begun as (
      insert into sessions (id_hash, user_id, marker, expires_at, address, user_agent)
      values (${session.idHash}, ${session.userId}, ${session.marker}, now() + make_interval(secs => ${session.lifeSeconds}),
              ${session.address}, ${session.userAgent})
    ), noted as (
      update users set last_login_at = now() where id = ${session.userId}
    ), audited as (
      ${session.audit}
    ), ${placesReturned(session)}
    select`);
  await onceMoreAfterConflict(() => database.pool.query({ name: 'complete-sign-in', text, values }));
}
