import type { SecondFactorMethod } from '@portico/contract';
import { sql } from 'drizzle-orm';
import { type Database, type Queryable, retryOnConflict } from '../../core/db/database.ts';
import { maxMethodTries, maxTriesInARow, triesKey, triesSeconds } from './limits.ts';

/** Methods to which codes are sent. */
export type SentMethod = Exclude<SecondFactorMethod, 'Authenticator'>;

/** The purpose of a code: a method, a recovery code, or enabling a method. */
export type Tried = SecondFactorMethod | 'Recovery' | `enable:${SecondFactorMethod}`;

export interface CountedTry {
  /** When tries are allowed again, in milliseconds since 1970; null if not blocked. */
  blocked_until: number | null;
  /** Whether the user has the method and it is not closed. */
  is_open: boolean;
  secret: Buffer | null;
  target: string | null;
  /** Consecutive wrong codes, including this one. */
  failures: number | null;
}

const countTryStatement = `
with blocked as (
  select expire from rate_limits where key = $1 and points >= $3 and expire > $4
), counted as (
  insert into rate_limits as limited (key, points, expire)
  select $1, 1, $5 where not exists (select from blocked)
  on conflict (key) do update set
    points = case when limited.expire <= $4 then 1 else limited.points + 1 end,
    expire = case when limited.expire <= $4 then $5 else limited.expire end
  returning points, expire
), tried as (
  update second_factors set failures = failures + 1, closed_at = case when failures + 1 >= $6 then now() end
  where user_id = $2 and method = $7 and closed_at is null and exists (select from counted where points <= $3)
  returning secret, target, failures
)
select coalesce((select expire from blocked), (select expire from counted where points > $3)) as blocked_until,
       tried.failures is not null as is_open, tried.secret, tried.target, tried.failures,
       set_config('synchronous_commit', 'off', true)
from (select) one left join tried on true`;

/**
 * Counts a try in one atomic statement before the code is checked (MFA-5). The commit does not wait for the disk: a machine crash loses the counts of the
 * last half second, a crash of the portal none.
 */
export async function countTry(database: Database, userId: number, tried: Tried): Promise<CountedTry> {
  const now = Date.now();
  const values = [
    triesKey(userId, tried),
    userId,
    maxMethodTries,
    now,
    now + triesSeconds * 1000,
    maxTriesInARow,
    tried,
  ];
  const { rows } = await retryOnConflict(() =>
    database.pool.query<CountedTry>({ name: 'count-factor-try', text: countTryStatement, values }),
  );
  return rows[0] as CountedTry;
}

const refund = (userId: number, tried: Tried, accepted: string) => sql`refunded as (
    update rate_limits set points = greatest(points - 1, 0)
    where key = ${triesKey(userId, tried)} and exists (select from ${sql.raw(accepted)})
  )`;

/**
 * Uses up a 30-second step of an authenticator, so that later codes must be newer. False if this step or a later one
 * was used.
 */
export async function acceptStep(database: Database, userId: number, step: number): Promise<boolean> {
  const { rows } = await database.pool.query({
    name: 'accept-authenticator-step',
    text: `
      with accepted as (
        update second_factors set last_step = $2, last_used_at = now(), failures = 0, closed_at = null
        where user_id = $1 and method = 'Authenticator' and (last_step is null or last_step < $2) returning 1
      ), refunded as (
        update rate_limits set points = greatest(points - 1, 0) where key = $3 and exists (select from accepted)
      )
      select from accepted`,
    values: [userId, step, triesKey(userId, 'Authenticator')],
  });
  return rows.length > 0;
}

export interface SentCode {
  readonly userId: number;
  readonly method: SentMethod;
  /** The hash of a challenge's id, or `enable:` and the hash of a session. */
  readonly purpose: string;
  readonly target: string;
  readonly codeHash: Buffer;
}

/** Uses a code that was sent to the user's method. @returns its message; undefined for a wrong, used or expired code, or one for another purpose */
export async function acceptSentCode(
  on: Queryable,
  { userId, method, purpose, codeHash }: Omit<SentCode, 'target'>,
): Promise<{ messageId: number | null } | undefined> {
  const { rows } = await on.execute<{ message_id: number | null }>(sql`
    with accepted as (
      delete from factor_codes c using second_factors f
      where c.user_id = ${userId} and c.method = ${method} and c.purpose = ${purpose} and c.code_hash = ${codeHash}
        and c.expires_at > now() and f.user_id = c.user_id and f.method = c.method and f.target = c.target
      returning c.message_id
    ), noted as (
      update second_factors set last_used_at = now(), failures = 0, closed_at = null
      where user_id = ${userId} and method = ${method} and exists (select from accepted)
    ), ${refund(userId, method, 'accepted')}
    select message_id from accepted`);
  return rows[0] && { messageId: rows[0].message_id };
}

/** Uses a code that was sent to enable a method. */
export async function acceptEnablingCode(
  on: Queryable,
  { userId, method, purpose, target, codeHash }: SentCode,
): Promise<{ messageId: number | null } | undefined> {
  const { rows } = await on.execute<{ message_id: number | null }>(sql`
    with accepted as (
      delete from factor_codes
      where user_id = ${userId} and method = ${method} and purpose = ${purpose} and code_hash = ${codeHash}
        and target = ${target} and expires_at > now()
      returning message_id
    ), ${refund(userId, `enable:${method}`, 'accepted')}
    select message_id from accepted`);
  return rows[0] && { messageId: rows[0].message_id };
}

/** Uses a recovery code. @returns the number left; undefined for a wrong or used code */
export async function acceptRecoveryCode(on: Queryable, userId: number, codeHash: Buffer): Promise<number | undefined> {
  const { rows } = await on.execute<{ left: number }>(sql`
    with accepted as (
      update recovery_codes set used_at = now()
      where user_id = ${userId} and code_hash = ${codeHash} and used_at is null returning 1
    ), ${refund(userId, 'Recovery', 'accepted')}
    select (select count(*)::int from recovery_codes where user_id = ${userId} and used_at is null) - 1 as left from accepted`);
  return rows[0]?.left;
}

/** Refunds the try of a right code. */
export async function refundTry(on: Queryable, userId: number, tried: Tried): Promise<void> {
  await on.execute(sql`
    update rate_limits set points = greatest(points - 1, 0) where key = ${triesKey(userId, tried)}`);
}

/** Stores a sent code. @returns the message of the code that it replaces, if any */
export async function replaceSentCode(
  on: Queryable,
  code: SentCode & { messageId: number; expiresAt: Date },
): Promise<number | null> {
  const { userId, method, purpose, target, codeHash, messageId, expiresAt } = code;
  const { rows } = await on.execute<{ former: number | null }>(sql`
    with former as materialized (
      select message_id from factor_codes where user_id = ${userId} and method = ${method} and purpose = ${purpose} for update
    ), stored as (
      insert into factor_codes (user_id, method, purpose, target, code_hash, message_id, expires_at)
      values (${userId}, ${method}, ${purpose}, ${target}, ${codeHash}, ${messageId}, ${expiresAt.toISOString()})
      on conflict (user_id, method, purpose) do update set
        target = excluded.target, code_hash = excluded.code_hash, message_id = excluded.message_id, sent_at = now(),
        expires_at = excluded.expires_at
    )
    select message_id as former from former`);
  return rows[0]?.former ?? null;
}

/** Rows per statement of a purge. */
const purgeBatch = 500;

/** Deletes expired codes and setup secrets. */
export async function deleteExpired(on: Queryable, setupMinutes: number): Promise<void> {
  for (let isMore = true; isMore; ) {
    const { rowCount } = await on.execute(sql`
      delete from factor_codes where (user_id, method, purpose) in (
        select user_id, method, purpose from factor_codes where expires_at <= now()
        order by expires_at limit ${purgeBatch} for update skip locked)`);
    isMore = (rowCount ?? 0) === purgeBatch;
  }
  await on.execute(sql`
    delete from authenticator_setups where created_at <= now() - make_interval(mins => ${setupMinutes})`);
}
