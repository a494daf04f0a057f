import type { Database } from './database.ts';

/**
 * Work that only one process on a database does at a time, with the keys of the locks. A key is any number that nothing else in the database uses.
 */
const lockKeys = { catalogApply: 727_466_003, demonstrationHistory: 727_466_004 } as const;

/**
 * Runs `work` under the lock of this name. The lock belongs to a connection and not to a transaction, as the work calls Stripe. It ends with the
 * process.
 * @returns undefined, without running it, while another process has the lock.
 */
export async function whileLocked<Result>(
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
      // The result of the work is kept also where its connection broke, and the lock with it.
      isReusable = await client.query('select pg_advisory_unlock($1)', [key]).then(
        () => true,
        () => false,
      );
    }
  } finally {
    client.release(!isReusable);
  }
}
