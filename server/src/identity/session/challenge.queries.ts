import type { Proof } from '@portico/contract';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { AuditInsertion } from '../../accounts/index.ts';
import type { Database, Queryable } from '../../core/db/database.ts';
import { signInChallenges } from '../../core/db/schema/session.gen.ts';
import {
  type EntryFacts,
  type EntryFactsRow,
  entryFactColumns,
  entryFactTables,
  runPrepared,
  toEntryFacts,
} from './entry.queries.ts';

export interface NewChallenge {
  readonly idHash: Buffer;
  /** The browser's previous challenge, which ends. */
  readonly formerIdHash: Buffer | null;
  readonly userId: number;
  readonly proof: Proof;
  readonly rememberMe: boolean;
  readonly returnUrl: string;
  readonly lifeSeconds: number;
  /** When the user's sessions were last ended. No challenge is stored if they were ended again since. */
  readonly sessionsEndedAt: string | null;
  /** Inserts the challenge's audit event. */
  readonly audit: AuditInsertion;
  /** Part of the statement: refunds the password attempt. */
  readonly refund: SQL | undefined;
}

/**
 * Stores a challenge in one statement. Locks the user's row first, so that a concurrent change of password or second factor either ends the challenge or is
 * seen here (PWD-14). @returns false if the user's sessions ended in the meantime
 */
export async function insertChallenge(database: Database, challenge: NewChallenge): Promise<boolean> {
  const { idHash, userId, proof, rememberMe, returnUrl, lifeSeconds, refund } = challenge;
  const stored = await runPrepared(
    database,
    refund ? 'begin-challenge-by-password' : 'begin-challenge',
    sql`with former as (
      delete from sign_in_challenges where id_hash = ${challenge.formerIdHash}
    ), standing as (
      select id from users
      where id = ${userId} and user_has_access(users) and sessions_ended_at is not distinct from ${challenge.sessionsEndedAt}::timestamptz
      for share
    ), waiting as (
      insert into sign_in_challenges (id_hash, user_id, proof, remember_me, return_url, expires_at)
      select ${idHash}, id, ${proof}, ${rememberMe}, ${returnUrl}, now() + make_interval(secs => ${lifeSeconds})
      from standing returning 1
    ), audited as (
      ${challenge.audit(sql`waiting`)}
    )${refund ? sql`, ${refund}` : sql.empty()}
    select from waiting`,
  );
  return stored.length > 0;
}

export interface ChallengeRow extends Record<string, unknown> {
  user_id: number;
  account_id: number;
  company_id: number;
  proof: Proof;
  remember_me: boolean;
  return_url: string;
  tries: number;
  expires_at: Date;
}

const columns = `c.user_id, u.account_id, a.company_id, c.proof, c.remember_me, c.return_url, c.tries, c.expires_at`;

/** A challenge of an active user with fewer than `maxTries` wrong codes. */
export async function selectChallenge(
  database: Database,
  idHash: Buffer,
  maxTries: number,
): Promise<ChallengeRow | undefined> {
  const { rows } = await database.pool.query<ChallengeRow>({
    name: 'find-challenge',
    text: `select ${columns} from sign_in_challenges c join users u on u.id = c.user_id join accounts a on a.id = u.account_id
           where c.id_hash = $1 and c.expires_at > now() and user_has_access(u) and c.tries < $2`,
    values: [idHash, maxTries],
  });
  return rows[0];
}

/** Counts a try before its code is checked, including tries beyond the limit, and reads the facts for the session. The commit does not wait for the disk. */
export async function countTry(
  database: Database,
  { idHash, tokenHash, address }: { idHash: Buffer; tokenHash: Buffer | null; address: string | null },
): Promise<{ row: ChallengeRow; facts: EntryFacts } | undefined> {
  const { rows } = await database.pool.query<ChallengeRow & EntryFactsRow>({
    name: 'count-challenge-try',
    text: `with c as (
             update sign_in_challenges set tries = tries + 1 where id_hash = $1 and expires_at > now() and tries < 32000 returning *
           )
           select c.user_id, c.proof, c.remember_me, c.return_url, c.tries, c.expires_at, ${entryFactColumns('$3')},
                  set_config('synchronous_commit', 'off', true)
           from ${entryFactTables('$2')} join c on c.user_id = u.id where user_has_access(u)`,
    values: [idHash, tokenHash, address],
  });
  return rows[0] && { row: rows[0], facts: toEntryFacts(rows[0]) };
}

export async function deleteChallenge(on: Queryable, idHash: Buffer): Promise<void> {
  await on.delete(signInChallenges).where(eq(signInChallenges.idHash, idHash));
}
