import type { Database } from './database.ts';

/** What only one of all processes on a database does at a time, by the key of its lock. Any number will do that nothing else in the database uses. */
const lockKeys = { catalogApply: 727_466_003, demonstrationHistory: 727_466_004 } as const;

/**
 * Runs `work` while nobody else does what has this name. The lock is the connection's, not a transaction's, as calls to Stripe are made meanwhile,
 * and goes with it if this process dies.
 * @returns undefined, without running it, while somebody else is at it.
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
      // What the work came to stands, also where its connection broke, and the lock with it.
      isReusable = await client.query('select pg_advisory_unlock($1)', [key]).then(
        () => true,
        () => false,
      );
    }
  } finally {
    client.release(!isReusable);
  }
}
