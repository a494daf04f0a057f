import type { Database } from './database.ts';

/**
 * Work that only one process per database may do at a time, with the keys of the locks. No other lock uses these
 * numbers.
 */
const lockKeys = { catalogApply: 727_466_003, demonstrationHistory: 727_466_004 } as const;

/**
 * Runs `work` under the lock of this name. The lock belongs to a connection, not to a transaction, because `work`
 * calls Stripe. The lock ends with the process.
 * @returns undefined, without running `work`, if another process has the lock.
 */
export async function withAdvisoryLock<Result>(
  database: Database,
  name: keyof typeof lockKeys,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  const client = await database.pool.connect();
  const key = lockKeys[name];
  let isReusable = false;
  try {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [key]);
    isReusable = true;
    if (!rows[0]?.locked) return undefined;
    try {
      return await work();
    } finally {
      // The result is returned even if the connection broke and released the lock.
      isReusable = await client.query('select pg_advisory_unlock($1)', [key]).then(
        () => true,
        () => false,
      );
    }
  } finally {
    client.release(!isReusable);
  }
}
