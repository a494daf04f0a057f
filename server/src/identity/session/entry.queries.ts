import type { Proof } from '@portico/contract';
import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { AuditInsertion } from '../../accounts/index.ts';
import { type Database, type Queryable, retryOnConflict } from '../../core/db/database.ts';

/** What decides where a first factor leads, and whether the browser is told of by mail. */
export interface EntryFacts {
  readonly accountId: number;
  readonly companyId: number;
  /** Whether the account demands a second factor. */
  readonly isRequired: boolean;
  /** Whether operators closed the account (OPR-3). */
  readonly isAccountDisabled: boolean;
  readonly isOperator: boolean;
  /** False for who signed up and has not confirmed the address yet (SIGN-23). */
  readonly isEmailConfirmed: boolean;
  readonly hasFactors: boolean;
  /** Whether the browser is not asked for a second factor. */
  readonly isRemembered: boolean;
  readonly isKnownBrowser: boolean;
  readonly isKnownNetwork: boolean;
  /** Whether the user has signed in before. */
  readonly hasHistory: boolean;
  /** The key of the account's own sign-in page, where single sign-on is required there (SSO-30); null where it is not, and for operators. */
  readonly requiredSignOn: string | null;
  /** When the user's sessions were ended last, as the database writes it; null for never. No session begins once they were ended again (PWD-14). */
  readonly sessionsEndedAt: string | null;
}

export interface EntryFactsRow {
  account_id: number;
  company_id: number;
  is_required: boolean;
  is_account_disabled: boolean;
  is_operator: boolean;
  is_email_confirmed: boolean;
  has_factors: boolean;
  is_remembered: boolean;
  browser_id: string | null;
  is_known_network: boolean;
  has_history: boolean;
  required_sign_on: string | null;
  sessions_ended_at: string | null;
}

/** The network of an address: /24 for IPv4, /48 for IPv6. */
const addressNetwork = (address: string) =>
  `network(set_masklen(${address}::inet, case family(${address}::inet) when 4 then 24 else 48 end))`;

/** The columns of `EntryFactsRow`, for a user `u` of an account `a`. */
export const entryFactColumns = (
  address: string,
) => `u.account_id, a.company_id, a.second_factor_required as is_required, a.disabled_at is not null as is_account_disabled,
         case when a.sso_required and not u.is_operator then a.sso_key end as required_sign_on,
         u.is_operator, u.email_confirmed_at is not null as is_email_confirmed, u.sessions_ended_at::text,
         exists (select from second_factors f where f.user_id = u.id) as has_factors,
         coalesce(b.remembered_until > now(), false) as is_remembered, b.id as browser_id,
         ${address}::inet is null
           or exists (select from known_networks n where n.user_id = u.id and n.network = ${addressNetwork(address)}) as is_known_network,
         exists (select from known_networks n where n.user_id = u.id)
           or exists (select from known_browsers k where k.user_id = u.id) as has_history`;

/** What `entryFactColumns` reads. */
export const entryFactTables = (tokenHash: string) => `users u join accounts a on a.id = u.account_id
  left join known_browsers b on b.user_id = u.id and b.token_hash = ${tokenHash}::bytea`;

export function toEntryFacts(row: EntryFactsRow): EntryFacts {
  return {
    accountId: row.account_id,
    companyId: row.company_id,
    isRequired: row.is_required,
    isAccountDisabled: row.is_account_disabled,
    isOperator: row.is_operator,
    isEmailConfirmed: row.is_email_confirmed,
    hasFactors: row.has_factors,
    isRemembered: row.is_remembered,
    isKnownBrowser: row.browser_id !== null,
    isKnownNetwork: row.is_known_network,
    hasHistory: row.has_history,
    requiredSignOn: row.required_sign_on,
    sessionsEndedAt: row.sessions_ended_at,
  };
}

interface EntryFactsQuery {
  readonly userId: number;
  readonly tokenHash: Buffer | null;
  readonly address: string | null;
}

const entryFacts = `select ${entryFactColumns('$3')} from ${entryFactTables('$2')} where u.id = $1 and user_has_access(u)`;

/** The facts of an active user in a browser. Undefined for a user who is inactive, expired or gone. */
export async function selectEntryFacts(database: Database, of: EntryFactsQuery): Promise<EntryFacts | undefined> {
  const { rows } = await database.pool.query<EntryFactsRow>({
    name: 'find-entry-facts',
    text: entryFacts,
    values: [of.userId, of.tokenHash, of.address],
  });
  return rows[0] && toEntryFacts(rows[0]);
}

/** The same as a part of a transaction, which may have made the user. */
export async function selectEntryFactsIn(on: Queryable, of: EntryFactsQuery): Promise<EntryFacts | undefined> {
  const { rows } = await on.execute<EntryFactsRow & Record<string, unknown>>(
    inlineParameters(entryFacts, [of.userId, of.tokenHash, of.address]),
  );
  return rows[0] && toEntryFacts(rows[0]);
}

export interface NewSession {
  readonly idHash: Buffer;
  readonly userId: number;
  readonly marker: string;
  readonly lifeSeconds: number;
  readonly address: string | null;
  readonly userAgent: string;
  readonly proofs: readonly Proof[];
  readonly isSetup: boolean;
  readonly isRemembered: boolean;
  readonly browserTokenHash: Buffer;
  /** Days for which the browser is not asked for a second factor again; null leaves it as it is. */
  readonly rememberDays: number | null;
  /** The browser's former session, which ends (SES-6). */
  readonly formerIdHash: Buffer | null;
  /** There is no session where the user's sessions were ended since then. */
  readonly sessionsEndedAt: string | null;
  /** The challenge that this session ends. Without it there is no session. Null for a sign-in without one. */
  readonly challengeIdHash: Buffer | null;
  /** Inserts its audit event. */
  readonly audit: AuditInsertion;
  /** A part of the statement that refunds the attempt of a password. */
  readonly refund?: SQL | undefined;
}

/** What a begun session was for its user. */
export interface BegunSession extends Record<string, unknown> {
  public_id: string;
  browser_id: string;
  is_new_browser: boolean;
  is_new_network: boolean;
}

const dialect = new PgDialect();

/** The text of a prepared statement with its values, for a transaction. */
export function inlineParameters(text: string, values: readonly unknown[]): SQL {
  // The parts between the placeholders are even, their numbers odd.
  const parts = text
    .split(/\$(\d)/)
    .map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql`${sql.param(values[Number(part) - 1])}`));
  return sql.join(parts);
}

/** Runs a part of SQL as a prepared statement of constant text, once more after a conflict. */
export async function runPrepared<Row extends Record<string, unknown>>(
  database: Database,
  name: string,
  statement: SQL,
): Promise<Row[]> {
  const { sql: text, params: values } = dialect.sqlToQuery(statement);
  const { rows } = await retryOnConflict(() => database.pool.query<Row>({ name, text, values }));
  return rows;
}

/**
 * Stores all effects of a sign-in, as one atomic statement. The challenge is deleted in the same statement: of two requests with one challenge, one
 * gets a session. The user's row is locked before the session begins: a change of password or second factor that is under way either sees the session
 * and ends it, or is seen here (PWD-14).
 */
function beginSessionStatement(session: NewSession): SQL {
  const { address, userId, challengeIdHash } = session;
  return sql`
    with former as (
      delete from sessions where id_hash = ${session.formerIdHash}
    ), passed as (
      delete from sign_in_challenges where id_hash = ${challengeIdHash} and expires_at > now() returning 1
    ), standing as (
      update users set last_login_at = now()
      where id = ${userId} and user_has_access(users) and sessions_ended_at is not distinct from ${session.sessionsEndedAt}::timestamptz
        and (${challengeIdHash}::bytea is null or exists (select from passed))
      returning 1
    ), allowed as (
      select from standing
    ), browser as (
      insert into known_browsers (user_id, token_hash, user_agent, address, remembered_until)
      select ${userId}, ${session.browserTokenHash}, ${session.userAgent}, ${address}::inet,
             now() + make_interval(days => ${session.rememberDays}::int)
      from allowed
      on conflict (user_id, token_hash) do update set
        last_seen_at = now(), user_agent = excluded.user_agent, address = excluded.address,
        remembered_until = coalesce(excluded.remembered_until, known_browsers.remembered_until)
      returning id, xmax = 0 as is_new
    ), network as (
      insert into known_networks as known (user_id, network)
      select ${userId}, ${sql.raw('network(set_masklen(place.address, case family(place.address) when 4 then 24 else 48 end))')}
      from allowed, (select ${address}::inet as address) place where place.address is not null
      on conflict (user_id, network) do update set last_seen_at = now() where known.last_seen_at < now() - interval '1 hour'
      returning xmax = 0 as is_new
    ), begun as (
      insert into sessions (id_hash, user_id, marker, expires_at, address, user_agent, proofs, is_setup, is_remembered, browser_id,
                            is_new_browser)
      select ${session.idHash}, ${userId}, ${session.marker}, now() + make_interval(secs => ${session.lifeSeconds}),
             ${address}::inet, ${session.userAgent}, ${sql.param([...session.proofs])}::text[], ${session.isSetup}::boolean,
             ${session.isRemembered}::boolean, browser.id, browser.is_new
      from browser
      returning public_id
    ), audited as (
      ${session.audit(sql`begun`)}
    )${session.refund ? sql`, ${session.refund}` : sql.empty()}
    select begun.public_id, browser.id as browser_id, browser.is_new as is_new_browser,
           coalesce(network.is_new, false) as is_new_network
    from begun cross join browser left join network on true`;
}

/** Stores all effects of a sign-in. Undefined when its challenge is over, or the user's sessions were ended meanwhile. */
export async function beginSession(database: Database, session: NewSession): Promise<BegunSession | undefined> {
  const name = session.refund ? 'complete-sign-in' : 'begin-session';
  const [row] = await runPrepared<BegunSession>(database, name, beginSessionStatement(session));
  return row;
}

/** The same as a part of a transaction. */
export async function beginSessionIn(on: Queryable, session: NewSession): Promise<BegunSession | undefined> {
  const { rows } = await on.execute<BegunSession>(beginSessionStatement(session));
  return rows[0];
}
