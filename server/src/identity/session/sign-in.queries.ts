import { type SQL, sql } from 'drizzle-orm';
import { type Database, retryOnConflict } from '../../core/db/database.ts';
import { type EntryFactsRow, entryFactColumns, entryFactTables, runPrepared } from './entry.queries.ts';

export interface Attempt {
  /** Keys of the name and the address in `rate_limits`. A known browser has its own key for the name. */
  readonly nameKey: string;
  readonly addressKey: string;
  readonly namePoints: number;
  readonly addressPoints: number;
  readonly windowSeconds: number;
  /** The comparison key of the typed name. */
  readonly name: string;
  /** SHA-256 of the value that identifies a known browser, or null. */
  readonly browserTokenHash: Buffer | null;
  readonly address: string | null;
}

type Nullable<Row> = { [Column in keyof Row]: Row[Column] | null };

export interface AttemptRow extends Nullable<EntryFactsRow> {
  /** The key that was counted. */
  name_key: string;
  /** The end of an existing block, or null. */
  blocked_until: number | null;
  address_points: number | null;
  address_expire: number | null;
  name_points: number | null;
  name_expire: number | null;
  user_id: number | null;
  active: boolean | null;
  password_hash: string | null;
}

/**
 * The address is counted before the name, to avoid deadlocks. A blocked address or name stops the count of both
 * (LIM-5). A known browser has its own count (LIM-12). The commit does not wait for the disk.
 */
const beginAttempt = `
with found as materialized (
  select u.id, user_has_access(u) as active, u.password_hash, ${entryFactColumns('$9')}
  from ${entryFactTables('$8')}
  where u.login_key = comparison_key($7) or u.email_key = comparison_key($7) limit 1
), counter as materialized (
  select case when exists (select from found where browser_id is not null)
              then $2::text || ':' || encode($8::bytea, 'hex') else $2::text end as name_key
), blocked as (
  select greatest(
    (select expire from rate_limits where key = $1 and points >= $5 and expire > $4),
    (select expire from rate_limits where key = (select name_key from counter) and points >= $6 and expire > $4)
  ) as until
), address as (
  insert into rate_limits as counted (key, points, expire)
  select $1, 1, $3 from blocked where until is null
  on conflict (key) do update set
    points = case when counted.expire <= $4 then 1 else counted.points + 1 end,
    expire = case when counted.expire <= $4 then $3 else counted.expire end
  returning points, expire
), name as (
  insert into rate_limits as counted (key, points, expire)
  select (select name_key from counter), 1, $3 from address where points <= $5
  on conflict (key) do update set
    points = case when counted.expire <= $4 then 1 else counted.points + 1 end,
    expire = case when counted.expire <= $4 then $3 else counted.expire end
  returning points, expire
)
select counter.name_key, blocked.until as blocked_until, address.points as address_points, address.expire as address_expire,
       name.points as name_points, name.expire as name_expire,
       found.id as user_id, found.active, found.password_hash, found.account_id, found.company_id, found.is_required, found.is_account_disabled,
       found.is_operator, found.is_email_confirmed, found.has_factors,
       found.is_remembered, found.browser_id, found.is_known_network, found.has_history, found.sessions_ended_at, found.required_sign_on,
       set_config('synchronous_commit', 'off', true)
from blocked
cross join counter
left join address on true
left join name on true
left join found on true`;

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
      attempt.browserTokenHash,
      attempt.address,
    ],
  };
  const { rows } = await retryOnConflict(() => database.pool.query<AttemptRow>(statement));
  return rows[0] as AttemptRow;
}

type Counted = Pick<Attempt, 'nameKey' | 'addressKey'>;

/** Part of a statement: refunds an attempt to both limits. The part `name` reads `address`, so that the address is locked first. */
export function attemptsRefunded({ nameKey, addressKey }: Counted): SQL {
  return sql`address as (
      update rate_limits set points = greatest(points - 1, 0) where key = ${addressKey} returning 1
    ), name as (
      update rate_limits set points = greatest(points - 1, 0)
      where key = ${nameKey} and (select count(*) from address) >= 0
    )`;
}

/** Refunds an attempt to both limits, in one statement. */
export async function refundAttempt(database: Database, keys: Counted): Promise<void> {
  await runPrepared(database, 'withdraw-sign-in', sql`with ${attemptsRefunded(keys)} select`);
}
