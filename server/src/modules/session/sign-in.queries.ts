import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { type Database, onceMoreAfterConflict } from '../../db/database.ts';

export interface Attempt {
  /** The keys of a name and an address in `rate_limits`. */
  readonly nameKey: string;
  readonly addressKey: string;
  readonly namePoints: number;
  readonly addressPoints: number;
  readonly windowSeconds: number;
  /** As typed, in lower case. */
  readonly name: string;
}

export interface AttemptRow {
  /** The end of an existing block, or null. */
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
 * The address is always counted before the name, so that two attempts cannot deadlock. A blocked address does not count against names, and a
 * blocked name does not count against its address (LIM-5). The commit does not wait for the disk. A crash of the machine loses the counts of the
 * last half second.
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

/** Counts an attempt in both limits and finds the user of the name, in one atomic statement. */
export async function countAttemptAndFindUser(database: Database, attempt: Attempt): Promise<AttemptRow> {
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
  /** The browser's former session, which ends. */
  readonly formerIdHash: Buffer | null;
  readonly nameKey: string;
  readonly addressKey: string;
  /** Inserts its audit event. */
  readonly audit: SQL;
}

const dialect = new PgDialect();

/** A part of a statement that refunds an attempt to both limits. The part `name` reads `address`, so that the address is locked first. */
function attemptsRefunded({ nameKey, addressKey }: Pick<Attempt, 'nameKey' | 'addressKey'>): SQL {
  return sql`address as (
      update rate_limits set points = greatest(points - 1, 0) where key = ${addressKey} returning 1
    ), name as (
      update rate_limits set points = greatest(points - 1, 0)
      where key = ${nameKey} and (select count(*) from address) >= 0
    )`;
}

/** Refunds an attempt to both limits, in one statement. */
export async function refundAttempt(database: Database, keys: Pick<Attempt, 'nameKey' | 'addressKey'>): Promise<void> {
  const { sql: text, params: values } = dialect.sqlToQuery(sql`with ${attemptsRefunded(keys)} select`);
  await onceMoreAfterConflict(() => database.pool.query({ name: 'withdraw-sign-in', text, values }));
}

/** Stores all effects of a sign-in in one atomic statement. */
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
    ), ${attemptsRefunded(session)}
    select`);
  await onceMoreAfterConflict(() => database.pool.query({ name: 'complete-sign-in', text, values }));
}
