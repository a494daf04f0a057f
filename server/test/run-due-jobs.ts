import { Logger, runOnce } from 'graphile-worker';
import type { App } from '../src/app.ts';
import type { Database } from '../src/core/db/database.ts';

/** The portal whose jobs are run. */
interface PortalWithJobs {
  readonly database: Database;
  readonly app: Pick<App, 'jobs'>;
}

/** Runs all due jobs and those that follow from them, like the queue. */
export async function runDueJobs(portal: PortalWithJobs): Promise<void> {
  const taskList = Object.fromEntries(
    portal.app.jobs.map(({ name, run }) => [
      name,
      (payload: unknown, { job }: { job: { attempts: number; max_attempts: number } }) =>
        run(payload as never, { isLast: job.attempts >= job.max_attempts }),
    ]),
  );
  // A pass ends when no worker finds a job, although the next one may still wait for its queue to be released.
  while (await hasDueJobs(portal)) {
    await runOnce({
      pgPool: portal.database.pool,
      concurrency: 4,
      noHandleSignals: true,
      logger: new Logger(() => () => {}),
      taskList,
      // As in the portal's own queue: only jobs that are completed as a batch are complete when a pass ends.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
  }
}

async function hasDueJobs({ database }: PortalWithJobs): Promise<boolean> {
  const { rows } = await database.pool.query(
    'select 1 from graphile_worker._private_jobs where run_at <= now() and locked_at is null and attempts < max_attempts limit 1',
  );
  return rows.length > 0;
}
