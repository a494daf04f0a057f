import { setTimeout as pause } from 'node:timers/promises';
import { openPool } from '@portico/postgres';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { type Caller, FairQueue } from './fair-queue.ts';

/** The target of a query: the pool, or the transaction that it is part of. */
export type Queryable = Pick<
  NodePgDatabase,
  'select' | 'selectDistinctOn' | '$count' | 'insert' | 'update' | 'delete' | 'execute' | '$with' | 'with'
>;

export interface Database {
  readonly pool: pg.Pool;
  readonly query: NodePgDatabase;
  /**
   * Runs `work` in one transaction, which is rolled back when `work` throws. Keep it short and make no network call inside (OPS-10), as it holds one
   * of few connections.
   */
  transaction<Result>(work: (transaction: Queryable) => Promise<Result>): Promise<Result>;
  /** How many waiting queries would get a connection before the caller's next one. */
  waitingBefore(caller: Caller): number;
  /** Whether the database gives a connection and answers. */
  answers(): Promise<boolean>;
  close(): Promise<void>;
}

// bigint columns are ids and cents: both stay far below 2^53, and JSON has no other integer.
pg.types.setTypeParser(pg.types.builtins.INT8, (value) => Number.parseInt(value, 10));

/**
 * Opens the pool. A query waits at most 3 s for a connection and runs at most 15 s. An unavailable database then causes an error that is answered
 * with 503, not a request that hangs. Callers take turns at its connections (LIM-13).
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
      statement_timeout: 15_000,
      idle_in_transaction_session_timeout: 20_000,
      application_name: 'portico',
      keepAlive: true,
    },
    onConnectionError,
  );
  const waiting = new FairQueue();
  // The pool has no option for the order in which it serves waiting queries.
  Object.assign(pool, { _pendingQueue: waiting });
  const query = drizzle(pool);
  return {
    pool,
    query,
    waitingBefore: (caller) => waiting.placeOf(caller),
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
    // Class 08 connection, 53 resources, 57P0x shutdown and crash; then those of the driver and the system.
    if (/^(08|53|57P0)/.test(code)) return true;
    // The embedded server's socket is a file.
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

/** Milliseconds for the other transaction to finish. A repetition at once could conflict with it again. */
const wayClear = 50;

/** Runs one atomic statement, and once more after a deadlock (40P01) or a failed serialization (40001), which have no effect. */
export async function onceMoreAfterConflict<Result>(statement: () => Promise<Result>): Promise<Result> {
  try {
    return await statement();
  } catch (error) {
    if (!isConflict(error)) throw error;
    await pause(wayClear);
    return statement();
  }
}

/** Runs a transaction, and once more after a conflict: one that ends a user's sessions may meet a sign-in that locks the same rows in another order. */
export function transactionOnceMore<Result>(
  database: Pick<Database, 'transaction'>,
  work: (transaction: Queryable) => Promise<Result>,
): Promise<Result> {
  return onceMoreAfterConflict(() => database.transaction(work));
}

/** True for a deadlock or a failed serialization, wherever it stands among the causes. */
function isConflict(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code } = current as { code?: string };
    if (code === '40P01' || code === '40001') return true;
  }
  return false;
}

/** True when the database refused a row by one of its rules (class 23), such as a reference to a row that is gone. */
export function isRefusedRow(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (/^23/.test((current as { code?: string }).code ?? '')) return true;
  }
  return false;
}

/** True when a unique index refused a row; that of `constraint`, where it is given. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code, constraint: violated } = current as { code?: string; constraint?: string };
    if (code === '23505') return constraint === undefined || violated === constraint;
  }
  return false;
}
