import { sql } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { lockRoles } from '../src/accounts/index.ts';
import type { Database, Queryable } from '../src/core/db/database.ts';

/** Requests that wait for the roles of an account (`lockRoles`). */
async function countWaiting(database: Database, accountId: number): Promise<number> {
  const { rows } = await database.query.execute<{ count: string }>(sql`
    select count(*) from pg_locks where locktype = 'advisory' and not granted and objid = ${accountId}::oid
      and database = (select oid from pg_database where datname = current_database())`);
  return Number(rows[0]?.count);
}

/**
 * Changes roles of an account between the beginning of a call and what the call does, as another request may.
 * @returns the call's answer. Fails where the call does not wait for the account's roles.
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

/** Takes the rights of an admin from a user. */
export const demote = (login: string) => (transaction: Queryable) =>
  transaction.execute(sql`update users set is_admin = false where login = ${login}`);
