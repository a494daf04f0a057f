import { setTimeout as pause } from 'node:timers/promises';
import type { JobHelpers, Runner, TaskList } from 'graphile-worker';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Database, Queryable } from '../db/database.ts';
import { createDeadWorkerRecovery } from './dead-worker-recovery.ts';
import { insertJob } from './queue.queries.ts';

/** Which try of a job this is. */
export interface Attempt {
  /** Nobody tries again after this one. */
  readonly isLast: boolean;
}

/** A job's name and what its payload is. Declared beside the work it does. */
export interface JobDefinition<Payload> {
  readonly name: string;
  /** Tries before it is left for a person to look at; between them the wait grows from seconds to days. */
  readonly maxAttempts: number;
  /** Must bear being run twice: a killed process's jobs are run again. */
  readonly run: (payload: Payload, attempt: Attempt) => Promise<void>;
  /** When it is run by the clock (crontab form, UTC). */
  readonly schedule?: string;
}

export interface JobOptions {
  /** Another job with this key that has not begun is replaced. */
  readonly key?: string;
  /** Not before. */
  readonly runAt?: Date;
  /** Jobs of one queue run one after another. */
  readonly queue?: string;
}

/** Adds a job in the transaction of its cause: both happen or neither. */
export async function enqueue<Payload extends object>(
  transaction: Queryable,
  job: Pick<JobDefinition<Payload>, 'name' | 'maxAttempts'>,
  payload: Payload,
  options: JobOptions = {},
): Promise<void> {
  const { key, runAt, queue } = options;
  await insertJob(transaction, { name: job.name, payload, maxAttempts: job.maxAttempts, key, runAt, queue });
}

/** The queue's own tables; part of bringing the database up to date. */
export async function migrateQueue(pool: pg.Pool): Promise<void> {
  const { runMigrations } = await import('graphile-worker');
  await runMigrations({ pgPool: pool, logger: await silentLogger() });
}

export interface Queue {
  /** Waits up to 8 s for running jobs, then gives the rest back. */
  stop(): Promise<void>;
  isRunning(): boolean;
}

/** Works through jobs until stopped. Any number of processes may do so on one database. */
export async function startQueue(
  database: Database,
  jobs: readonly JobDefinition<never>[],
  logger: Logger,
): Promise<Queue> {
  const { run } = await import('graphile-worker');
  const deadWorkerRecovery = await createDeadWorkerRecovery(database.pool, logger);
  const taskList: TaskList = Object.fromEntries(
    jobs.map((job) => [
      job.name,
      async (payload: unknown, helpers: JobHelpers) => {
        try {
          await job.run(payload as never, { isLast: helpers.job.attempts >= helpers.job.max_attempts });
        } catch (error) {
          logger.warn({ err: error, job: job.name, attempt: helpers.job.attempts }, 'job failed, will be tried again');
          throw error;
        }
      },
    ]),
  );
  const crontab = jobs
    .filter((job) => job.schedule)
    .map((job) => `${job.schedule} ${job.name} ?max=${job.maxAttempts}&fill=1h`)
    .join('\n');
  const workerLogger = await silentLogger(logger);
  const begin = () =>
    run({
      pgPool: database.pool,
      taskList,
      crontab,
      concurrency: 4,
      // New jobs are announced by NOTIFY; polling only finds those whose time has come.
      pollInterval: 1_000,
      noHandleSignals: true,
      logger: workerLogger,
      events: deadWorkerRecovery.events,
      preset: {
        worker: {
          gracefulShutdownAbortTimeout: 8_000,
          // At once, but as batches: those are tried again when the database is away, where single ones would end the process.
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
        },
      },
    });
  let runner: Runner | undefined = await begin();
  const stopping = new AbortController();
  const kept = keepRunning(runner);

  /** The queue ends by itself when the database stays away for long: it is begun again until it is stopped. */
  async function keepRunning(first: Runner): Promise<void> {
    for (let current: Runner | undefined = first; !stopping.signal.aborted; ) {
      await current?.promise.catch((error) => logger.error({ err: error }, 'the queue stopped'));
      runner = undefined;
      await pause(1_000, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      if (stopping.signal.aborted) return;
      current = await begin().catch((error) => {
        logger.warn({ err: error }, 'the queue could not be begun again yet');
        return undefined;
      });
      runner = current;
    }
    // Stopped while it was being begun again: nobody has told that one yet, nor would hear how it ends.
    const ended = runner?.promise.catch((error) => logger.warn({ err: error }, 'the queue did not stop cleanly'));
    await runner?.stop().catch(() => {});
    await ended;
  }

  return {
    isRunning: () => runner !== undefined,
    stop: async () => {
      stopping.abort();
      await runner?.stop().catch(() => {});
      await kept;
      await deadWorkerRecovery.stop();
    },
  };
}

async function silentLogger(logger?: Logger) {
  const { Logger: WorkerLogger } = await import('graphile-worker');
  return new WorkerLogger((scope) => (level, message) => {
    if (level === 'error') logger?.error({ scope }, message);
    if (level === 'warning') logger?.warn({ scope }, message);
  });
}
