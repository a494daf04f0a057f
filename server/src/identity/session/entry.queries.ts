import type { Locale, Proof } from '@portico/contract';
import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { AuditInsertion } from '../../accounts/index.ts';
import { type Database, type Queryable, retryOnConflict } from '../../core/db/database.ts';

/** Facts that decide what follows a first factor, and whether to mail the user about the browser. */
export interface EntryFacts {
  readonly accountId: number;
  readonly companyId: number;
  /** Whether the account requires a second factor. */
  readonly isRequired: boolean;
  /** Whether operators disabled the account (OPR-3). */
  readonly isAccountDisabled: boolean;
  readonly isOperator: boolean;
  /** False for a user who signed up and has not confirmed the address yet (SIGN-23). */
  readonly isEmailConfirmed: boolean;
  readonly hasFactors: boolean;
  /** Whether the browser is remembered, so that it skips the second factor. */
  readonly isRemembered: boolean;
  readonly isKnownBrowser: boolean;
  readonly isKnownNetwork: boolean;
  /** Whether the user has signed in before. */
  readonly hasHistory: boolean;
  /** The key of the account's sign-in page if single sign-on is required (SSO-30); otherwise null, and null for operators. */
  readonly requiredSignOn: string | null;
  /** When the user's sessions were last ended, in the database's format; null for never. A session only begins if this is unchanged (PWD-14). */
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

/** The tables that `entryFactColumns` reads. */
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

/** The facts of an active user in a browser; undefined for an inactive, expired or missing user. */
export async function selectEntryFacts(database: Database, of: EntryFactsQuery): Promise<EntryFacts | undefined> {
  const { rows } = await database.pool.query<EntryFactsRow>({
    name: 'find-entry-facts',
    text: entryFacts,
    values: [of.userId, of.tokenHash, of.address],
  });
  return rows[0] && toEntryFacts(rows[0]);
}

/** As `selectEntryFacts`, within a transaction that may have created the user. */
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
  /** The language of the browser's page. */
  readonly locale: Locale;
  readonly proofs: readonly Proof[];
  /** When the user gave a password or a passkey (CON-1); null for now. */
  readonly confirmedAt: Date | null;
  readonly isSetup: boolean;
  readonly isRemembered: boolean;
  readonly browserTokenHash: Buffer;
  /** Days for which the browser skips the second factor; null leaves it unchanged. */
  readonly rememberDays: number | null;
  /** The browser's previous session, which ends (SES-6), with the session of an operator that is parked under it (SES-19). */
  readonly formerIdHashes: readonly Buffer[];
  /** When the user's sessions were last ended. No session begins if they were ended again since. */
  readonly sessionsEndedAt: string | null;
  /**
   * The challenge that this session completes; no session begins if the challenge is over. Null for a sign-in without
   * a challenge.
   */
  readonly challengeIdHash: Buffer | null;
  /** Inserts the session's audit event. */
  readonly audit: AuditInsertion;
  /** Part of the statement: refunds the password attempt. */
  readonly refund?: SQL | undefined;
}

/** Values of a session that began. */
export interface BegunSession extends Record<string, unknown> {
  public_id: string;
  browser_id: string;
  is_new_browser: boolean;
  is_new_network: boolean;
}

/** Maximum sessions of a user at once. A further one ends the oldest (SES-28). */
const maxSessions = 50;

const dialect = new PgDialect();

/** Inlines the values of a prepared statement's text, for use in a transaction. */
export function inlineParameters(text: string, values: readonly unknown[]): SQL {
  // Even parts are SQL, odd parts are placeholder numbers.
  const parts = text
    .split(/\$(\d)/)
    .map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql`${sql.param(values[Number(part) - 1])}`));
  return sql.join(parts);
}

/** Runs SQL as a prepared statement with constant text. Retries once after a conflict. */
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
 * Stores all effects of a sign-in atomically. Deletes the challenge, so one of two concurrent requests gets a session. Locks the user first: a
 * concurrent change of password or second factor ends the session or is seen here (PWD-14).
 */
function beginSessionStatement(session: NewSession): SQL {
  const { address, userId, challengeIdHash } = session;
  return sql`
    with former as (
      delete from sessions where id_hash = any(${sql.param([...session.formerIdHashes])}::bytea[])
    ), passed as (
      delete from sign_in_challenges where id_hash = ${challengeIdHash} and expires_at > now() returning 1
    ), standing as (
      update users set last_login_at = now(), browser_locale = ${session.locale}
      where id = ${userId} and user_has_access(users) and sessions_ended_at is not distinct from ${session.sessionsEndedAt}::timestamptz
        and (${challengeIdHash}::bytea is null or exists (select from passed))
      returning 1
    ), allowed as (
      select from standing
    ), oldest as (
      delete from sessions where id_hash in (
        select id_hash from sessions where user_id = ${userId} order by created_at desc offset ${maxSessions - 1}
      ) and exists (select from allowed)
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
      insert into sessions (id_hash, user_id, marker, expires_at, address, user_agent, proofs, confirmed_at, is_setup, is_remembered,
                            browser_id, is_new_browser)
      select ${session.idHash}, ${userId}, ${session.marker}, now() + make_interval(secs => ${session.lifeSeconds}),
             ${address}::inet, ${session.userAgent}, ${sql.param([...session.proofs])}::text[],
             coalesce(${session.confirmedAt}::timestamptz, now()), ${session.isSetup}::boolean,
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

/** Stores all effects of a sign-in; undefined if its challenge is over, or the user's sessions ended in the meantime. */
export async function beginSession(database: Database, session: NewSession): Promise<BegunSession | undefined> {
  const name = session.refund ? 'complete-sign-in' : 'begin-session';
  const [row] = await runPrepared<BegunSession>(database, name, beginSessionStatement(session));
  return row;
}

/** As `beginSession`, within a transaction. */
export async function beginSessionIn(on: Queryable, session: NewSession): Promise<BegunSession | undefined> {
  const { rows } = await on.execute<BegunSession>(beginSessionStatement(session));
  return rows[0];
}
