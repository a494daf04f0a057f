import { type Feature, type Permission, type Proof, permissions } from '@portico/contract';
import { eq, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../core/db/database.ts';
import { executeInBatches } from '../../core/db/in-batches.ts';
import { expiryOf, retention } from '../../core/db/retention.ts';
import { sessions } from '../../core/db/schema/session.gen.ts';
import { inlineParameters } from './entry.queries.ts';

export interface SessionRow {
  public_id: string;
  marker: string;
  proofs: Proof[];
  confirmed_at: Date;
  is_setup: boolean;
  browser_id: string | null;
  permissions: Permission[];
  user_id: number;
  login: string;
  email: string;
  first_name: string;
  last_name: string;
  is_owner: boolean;
  is_admin: boolean;
  read_only: boolean;
  is_operator: boolean;
  account_id: number;
  account_name: string;
  company_id: number;
  customer_id: string | null;
  features: Feature[];
  operator_id: number | null;
  operator_name: string | null;
  acting_until: Date | null;
  acting_reason: string | null;
  time_zone: string;
  /** Whether it was last used more than a minute ago (SES-9). */
  stale: boolean;
}

/**
 * The live session of a hashed id, with its user's current permissions (ACC-18). It ends after its idle time or 24 hours, with its user or account, and
 * when acting ends or a role changes (SES-3, SES-4, SES-5, USR-5, OPR-3).
 */
const selectLiveSession = `
select s.public_id, s.marker, s.proofs, s.confirmed_at, s.is_setup, s.browser_id, u.id as user_id, u.login, u.email, u.first_name, u.last_name, u.is_owner, u.is_admin, u.read_only, u.is_operator,
       a.id as account_id, a.name as account_name, a.company_id, a.stripe_customer_id as customer_id,
       array(
         select f.feature from account_features f
         where f.account_id = a.id and f.feature = any($2::text[])
           and (u.is_owner or u.is_admin or u.is_operator
                or exists (select from user_features g where g.user_id = u.id and g.feature = f.feature))
         order by f.feature
       ) as features,
       array(
         select p from unnest($3::text[]) p
         where not exists (select from user_refusals r where r.user_id = u.id and r.permission = p)
       ) as permissions,
       o.id as operator_id, trim(o.first_name || ' ' || o.last_name) as operator_name, s.acting_until, s.acting_reason,
       coalesce(u.time_zone, a.time_zone) as time_zone, s.last_seen_at < now() - interval '1 minute' as stale
from sessions s
join users u on u.id = s.user_id
join accounts a on a.id = u.account_id
left join users o on o.id = s.operator_user_id
where s.id_hash = $1
  and user_has_access(u)
  and a.disabled_at is null
  and s.expires_at > now()
  and s.last_seen_at > now() - make_interval(secs => a.session_idle_seconds)
  and (s.operator_user_id is null or (user_has_access(o) and o.is_operator and not u.is_operator and s.acting_until > now()))`;

export async function selectSession(
  database: Database,
  idHash: Buffer,
  offered: readonly Feature[],
): Promise<SessionRow | undefined> {
  const { rows } = await database.pool.query<SessionRow>({
    name: 'find-session',
    text: selectLiveSession,
    values: [idHash, offered, permissions],
  });
  return rows[0];
}

/** Whether a session is live, by the rules of `selectSession`, within a transaction that changes it. */
export async function isLiveSession(on: Queryable, idHash: Buffer): Promise<boolean> {
  return (await on.execute(inlineParameters(selectLiveSession, [idHash, [], []]))).rows.length > 0;
}

/** Records the use of a request's session, and of the parked session of an operator who acts in it. */
export async function touchSessions(database: Database, idHashes: readonly Buffer[]): Promise<void> {
  await database.pool.query({
    name: 'touch-session',
    text: `update sessions set last_seen_at = now() where id_hash = any($1::bytea[]) and last_seen_at < now() - interval '1 minute'`,
    values: [idHashes],
  });
}

export async function deleteSession(query: Queryable, idHash: Buffer): Promise<void> {
  await query.delete(sessions).where(eq(sessions.idHash, idHash));
}

/** Maximum number of rows that one statement of a purge deletes. It is small, because a statement locks the rows that it deletes. A purge skips locked rows, so it never waits and cannot deadlock. */
const purgeBatch = 500;

/** Deletes sessions that have ended. */
export function deleteDeadSessions(query: Queryable): Promise<number> {
  return executeInBatches(
    query,
    purgeBatch,
    sql`delete from sessions where id_hash = any(array(
      select s.id_hash from sessions s join users u on u.id = s.user_id join accounts a on a.id = u.account_id
      where s.expires_at <= now() or s.acting_until <= now() or s.last_seen_at <= now() - make_interval(secs => a.session_idle_seconds)
      limit ${purgeBatch} for update of s skip locked))`,
  );
}

/** Deletes expired limits. */
export function deleteExpiredLimits(query: Queryable): Promise<number> {
  return executeInBatches(
    query,
    purgeBatch,
    sql`delete from rate_limits where key = any(array(
      select key from rate_limits where expire < ${Date.now()} order by expire limit ${purgeBatch} for update skip locked))`,
  );
}

/** Deletes expired challenges. */
export function deleteExpiredChallenges(query: Queryable): Promise<number> {
  return executeInBatches(
    query,
    purgeBatch,
    sql`delete from sign_in_challenges where id_hash = any(array(
      select id_hash from sign_in_challenges where expires_at <= now() order by expires_at limit ${purgeBatch} for update skip locked))`,
  );
}

/** Deletes browsers that were not used for as long as browsers keep cookies. */
export function deleteUnseenBrowsers(query: Queryable): Promise<number> {
  return executeInBatches(
    query,
    purgeBatch,
    sql`delete from known_browsers where id = any(array(
      select id from known_browsers where last_seen_at < ${expiryOf(retention.knownBrowser)}
      order by last_seen_at limit ${purgeBatch} for update skip locked))`,
  );
}

/**
 * Deletes networks that were not used for as long, except a user's latest one: without it, the next sign-in would
 * count as the user's first (SES-18).
 */
export function deleteUnseenNetworks(query: Queryable): Promise<number> {
  return executeInBatches(
    query,
    purgeBatch,
    sql`delete from known_networks where (user_id, network) in (
      select old.user_id, old.network from known_networks old
      where old.last_seen_at < ${expiryOf(retention.knownBrowser)}
        and exists (select from known_networks later where later.user_id = old.user_id
                    and (later.last_seen_at, later.network) > (old.last_seen_at, old.network))
      order by old.last_seen_at limit ${purgeBatch} for update skip locked)`,
  );
}
