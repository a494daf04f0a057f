import { setTimeout as pause } from 'node:timers/promises';
import { openPool } from '@portico/postgres';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { type Caller, FairQueue } from './fair-queue.ts';

/** The target of a query: the pool, or the current transaction. */
export type Queryable = Pick<
  NodePgDatabase,
  'select' | 'selectDistinctOn' | '$count' | 'insert' | 'update' | 'delete' | 'execute' | '$with' | 'with'
>;

export interface Database {
  readonly pool: pg.Pool;
  readonly query: NodePgDatabase;
  /**
   * Runs `work` in one transaction, which is rolled back if `work` throws. The transaction holds one of few
   * connections, so keep it short and make no network call inside (OPS-10).
   */
  transaction<Result>(work: (transaction: Queryable) => Promise<Result>): Promise<Result>;
  /** How many waiting queries would get a connection before the caller's next query. */
  waitingBefore(caller: Caller): number;
  /** Whether the database gives a connection and answers. */
  answers(): Promise<boolean>;
  close(): Promise<void>;
}

// bigint columns contain ids and cents, which stay far below 2^53. JSON has no larger integers.
pg.types.setTypeParser(pg.types.builtins.INT8, (value) => Number.parseInt(value, 10));

/**
 * Opens the pool. A query waits at most 3 s for a connection and runs at most 15 s, so an unavailable database causes a
 * 503 instead of a hanging request. Callers take turns at its connections (LIM-13).
 */
export function openDatabase(
  connectionString: string,
  poolSize: number,
  onConnectionError: (error: Error) => void,
): Database {
  const pool = openPool(
    {
      connectionString,
      max: poolSize,
      connectionTimeoutMillis: 3_000,
      idleTimeoutMillis: 30_000,
      application_name: 'portico',
      keepAlive: true,
    },
    { statement_timeout: '15s', idle_in_transaction_session_timeout: '20s' },
    onConnectionError,
  );
  const waiting = new FairQueue();
  // Replaces the pool's queue, because the pool has no option for the order in which it serves waiting queries.
  Object.assign(pool, { _pendingQueue: waiting });
  const query = drizzle(pool);
  return {
    pool,
    query,
    waitingBefore: (caller) => waiting.countBefore(caller),
    transaction: (work) => query.transaction((transaction) => work(transaction)),
    answers: () =>
      pool.query('select 1').then(
        () => true,
        () => false,
      ),
    close: () => pool.end(),
  };
}

/** True for errors of a database that is unavailable, restarting or overloaded. The caller may try again. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const code = (current as { code?: string }).code ?? '';
    // Class 08 is connection, 53 resources, 57P0x shutdown and crash. Below are the codes of the driver and the
    // operating system.
    if (/^(08|53|57P0)/.test(code)) return true;
    // The embedded server's socket is a file, which is missing while the server does not run.
    if (code === 'ENOENT' && (current as NodeJS.ErrnoException).syscall === 'connect') return true;
    if (['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH'].includes(code)) return true;
    if (
      /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error/.test(
        current.message,
      )
    )
      return true;
  }
  return false;
}

/** Milliseconds for the other transaction to finish. An immediate retry could conflict again. */
const conflictDelay = 50;

/**
 * Runs one atomic statement. Retries it once after a deadlock (40P01) or a failed serialization (40001), which have no
 * effect.
 */
export async function retryOnConflict<Result>(statement: () => Promise<Result>): Promise<Result> {
  try {
    return await statement();
  } catch (error) {
    if (!isConflict(error)) throw error;
    await pause(conflictDelay);
    return statement();
  }
}

/**
 * Runs a transaction and retries it once after a conflict. For example, ending a user's sessions may conflict with a
 * sign-in that locks the same rows in another order.
 */
export function transactionWithRetry<Result>(
  database: Pick<Database, 'transaction'>,
  work: (transaction: Queryable) => Promise<Result>,
): Promise<Result> {
  return retryOnConflict(() => database.transaction(work));
}

/** True for a deadlock or a failed serialization anywhere in the chain of causes. */
function isConflict(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code } = current as { code?: string };
    if (code === '40P01' || code === '40001') return true;
  }
  return false;
}

/** True if a constraint of the database refused a row (class 23), for example a reference to a deleted row. */
export function isRefusedRow(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (/^23/.test((current as { code?: string }).code ?? '')) return true;
  }
  return false;
}

/** True if a value was invalid (class 22) or a constraint refused a row (class 23). */
export function isDataError(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (/^2[23]/.test((current as { code?: string }).code ?? '')) return true;
  }
  return false;
}

/** True if a unique index refused a row; only the index `constraint`, if it is given. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code, constraint: violated } = current as { code?: string; constraint?: string };
    if (code === '23505') return constraint === undefined || violated === constraint;
  }
  return false;
}
