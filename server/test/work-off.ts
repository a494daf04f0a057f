import { Logger, runOnce } from 'graphile-worker';
import type { App } from '../src/app.ts';
import type { Database } from '../src/core/db/database.ts';

/** Whose jobs are worked through. */
interface Worked {
  readonly database: Database;
  readonly app: Pick<App, 'jobs'>;
}

/** Works through all jobs whose time has come, and those that follow from them, as the queue would. */
export async function workOff(worked: Worked): Promise<void> {
  const taskList = Object.fromEntries(
    worked.app.jobs.map(({ name, run }) => [
      name,
      (payload: unknown, { job }: { job: { attempts: number; max_attempts: number } }) =>
        run(payload as never, { isLast: job.attempts >= job.max_attempts }),
    ]),
  );
  // One pass ends when no worker finds a job, which may be while the next one still waits for its queue to be let go.
  while (await hasDueJobs(worked)) {
    await runOnce({
      pgPool: worked.database.pool,
      concurrency: 4,
      noHandleSignals: true,
      logger: new Logger(() => () => {}),
      taskList,
      // As the portal's own queue: only what ends as a batch has ended when a pass does.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
  }
}

async function hasDueJobs({ database }: Worked): Promise<boolean> {
  const { rows } = await database.pool.query(
    'select 1 from graphile_worker._private_jobs where run_at <= now() and locked_at is null and attempts < max_attempts limit 1',
  );
  return rows.length > 0;
}
