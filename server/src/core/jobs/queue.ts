import { setTimeout as pause } from 'node:timers/promises';
import type { JobHelpers, Runner, RunnerOptions, TaskList } from 'graphile-worker';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Database, Queryable } from '../db/database.ts';
import { createDeadWorkerRecovery } from './dead-worker-recovery.ts';
import { insertJob, insertJobs } from './queue.queries.ts';

/** A try of a job. */
export interface Attempt {
  /** True if no other try follows. */
  readonly isLast: boolean;
}

/** A job: its name, its payload and its work. */
export interface JobDefinition<Payload> {
  readonly name: string;
  /** Number of tries before the job is left to an operator. The delay between them grows from seconds to days. */
  readonly maxAttempts: number;
  /** Must be idempotent: the jobs of a killed process are run again. */
  readonly run: (payload: Payload, attempt: Attempt) => Promise<void>;
  /** Schedule in crontab form, UTC. */
  readonly schedule?: string;
}

export interface JobOptions {
  /** Replaces a job with this key that has not started. */
  readonly key?: string;
  /** The earliest moment. */
  readonly runAt?: Date;
  /** Jobs of one queue run one after another. */
  readonly queue?: string;
}

/** Adds a job in the transaction of its cause: both are committed, or neither (OPS-10). */
export async function enqueue<Payload extends object>(
  transaction: Queryable,
  job: Pick<JobDefinition<Payload>, 'name' | 'maxAttempts'>,
  payload: Payload,
  options: JobOptions = {},
): Promise<void> {
  const { key, runAt, queue } = options;
  await insertJob(transaction, { name: job.name, payload, maxAttempts: job.maxAttempts, key, runAt, queue });
}

/**
 * Adds many jobs of one kind in the transaction of their cause, with one statement. They start after all other due
 * jobs.
 */
export async function enqueueMany<Payload extends object>(
  transaction: Queryable,
  job: Pick<JobDefinition<Payload>, 'name' | 'maxAttempts'>,
  jobs: readonly { readonly payload: Payload; readonly queue: string }[],
): Promise<void> {
  await insertJobs(transaction, job, jobs);
}

/** Migrates the queue's own tables. */
export async function migrateQueue(pool: pg.Pool): Promise<void> {
  const { runMigrations } = await import('graphile-worker');
  await runMigrations({ pgPool: pool, logger: await silentLogger() });
}

export interface Queue {
  /** Waits up to 8 s for running jobs, then releases the rest. */
  stop(): Promise<void>;
  isRunning(): boolean;
}

/**
 * Runs jobs until it is stopped. Any number of processes may do so on one database.
 * @param checkInterval milliseconds between two searches for jobs of killed processes; 10 s by default
 */
export async function startQueue(
  database: Database,
  jobs: readonly JobDefinition<never>[],
  logger: Logger,
  checkInterval?: number,
): Promise<Queue> {
  const { run } = await import('graphile-worker');
  const deadWorkerRecovery = await createDeadWorkerRecovery(database.pool, logger, checkInterval);
  const options: RunnerOptions = {
    pgPool: database.pool,
    taskList: createTaskList(jobs, logger),
    crontab: createCrontab(jobs),
    concurrency: 4,
    // New jobs are announced by NOTIFY. Polling only finds scheduled jobs.
    pollInterval: 1_000,
    noHandleSignals: true,
    logger: await silentLogger(logger),
    events: deadWorkerRecovery.events,
    preset: {
      worker: {
        gracefulShutdownAbortTimeout: 8_000,
        // Completions are batched without a delay, because a batch is retried if the database is unreachable, while a
        // single completion would end the process.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
  };
  const running: RunningQueue = {
    begin: () => run(options),
    runner: await run(options),
    stopping: new AbortController(),
    logger,
  };
  const ended = restartUntilStopped(running);
  return {
    isRunning: () => running.runner !== undefined,
    stop: async () => {
      running.stopping.abort();
      await running.runner?.stop().catch(() => {});
      await ended;
      await deadWorkerRecovery.stop();
    },
  };
}

function createTaskList(jobs: readonly JobDefinition<never>[], logger: Logger): TaskList {
  return Object.fromEntries(
    jobs.map((job) => [
      job.name,
      async (payload: unknown, helpers: JobHelpers) => {
        try {
          await job.run(payload as never, { isLast: helpers.job.attempts >= helpers.job.max_attempts });
        } catch (error) {
          logger.warn({ err: error, job: job.name, attempt: helpers.job.attempts }, 'job failed and will be retried');
          throw error;
        }
      },
    ]),
  );
}

function createCrontab(jobs: readonly JobDefinition<never>[]): string {
  return jobs
    .filter((job) => job.schedule)
    .map((job) => `${job.schedule} ${job.name} ?max=${job.maxAttempts}&fill=1h`)
    .join('\n');
}

interface RunningQueue {
  readonly begin: () => Promise<Runner>;
  /** Undefined while the queue is down. */
  runner: Runner | undefined;
  readonly stopping: AbortController;
  readonly logger: Logger;
}

/** Restarts the queue until it is stopped, because it ends by itself if the database is unreachable for long. */
async function restartUntilStopped(queue: RunningQueue): Promise<void> {
  const { stopping, logger } = queue;
  while (!stopping.signal.aborted) {
    await queue.runner?.promise.catch((error) => logger.error({ err: error }, 'the queue stopped'));
    queue.runner = undefined;
    await pause(1_000, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    if (stopping.signal.aborted) return;
    queue.runner = await queue.begin().catch((error) => {
      logger.warn({ err: error }, 'the queue could not be restarted yet');
      return undefined;
    });
  }
  // A runner that started while the queue was stopping has not been stopped yet, and nobody awaits its end.
  const ended = queue.runner?.promise.catch((error) => logger.warn({ err: error }, 'the queue did not stop cleanly'));
  await queue.runner?.stop().catch(() => {});
  await ended;
}

async function silentLogger(logger?: Logger) {
  const { Logger: WorkerLogger } = await import('graphile-worker');
  return new WorkerLogger((scope) => (level, message) => {
    if (level === 'error') logger?.error({ scope }, message);
    if (level === 'warning') logger?.warn({ scope }, message);
  });
}
