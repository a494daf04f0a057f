import { Logger, runOnce } from 'graphile-worker';
import type { FullPortal } from './full-portal.ts';

/** Works through all jobs whose time has come, and those that follow from them, as the queue would. */
export async function workOff(portal: FullPortal): Promise<void> {
  await runOnce({
    pgPool: portal.database.pool,
    concurrency: 4,
    noHandleSignals: true,
    logger: new Logger(() => () => {}),
    taskList: Object.fromEntries(
      portal.app.jobs.map(({ name, run }) => [
        name,
        (payload, { job }) => run(payload as never, { isLast: job.attempts >= job.max_attempts }),
      ]),
    ),
  });
}
