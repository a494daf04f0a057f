import { sql } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { lockRoles } from '../src/accounts/index.ts';
import type { Database, Queryable } from '../src/core/db/database.ts';

/** Number of requests that wait for the lock on an account's roles (`lockRoles`). */
async function countWaiting(database: Database, accountId: number): Promise<number> {
  const { rows } = await database.query.execute<{ count: string }>(sql`
    select count(*) from pg_locks where locktype = 'advisory' and not granted and objid = ${accountId}::oid
      and database = (select oid from pg_database where datname = current_database())`);
  return Number(rows[0]?.count);
}

/**
 * Changes an account's roles after a call has begun and before it acts, like a concurrent request.
 * @returns the call's response. Fails if the call does not wait for the lock on the roles.
 */
export async function changeRolesMeanwhile<Answer>(
  database: Database,
  accountId: number,
  { call, change }: { call: () => Promise<Answer>; change: (transaction: Queryable) => Promise<unknown> },
): Promise<Answer> {
  const answers: Promise<Answer>[] = [];
  await database.transaction(async (transaction) => {
    await lockRoles(transaction, accountId);
    answers.push(call());
    await vi.waitFor(async () => expect(await countWaiting(database, accountId)).toBe(1), { timeout: 20_000 });
    await change(transaction);
  });
  return answers[0] as Promise<Answer>;
}

/** Removes a user's admin rights. */
export const demote = (login: string) => (transaction: Queryable) =>
  transaction.execute(sql`update users set is_admin = false where login = ${login}`);
