import { type JobHelpers, parseCrontab, type RunnerOptions } from 'graphile-worker';
import { pino } from 'pino';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Database, Queryable } from '../db/database.ts';
import { enqueue, startQueue } from './queue.ts';

const logger = pino({ level: 'silent' });
const run = vi.hoisted(() => vi.fn());
vi.mock('graphile-worker', async (original) => ({ ...(await original<typeof import('graphile-worker')>()), run }));
vi.mock('./dead-worker-recovery.ts', () => ({
  createDeadWorkerRecovery: async () => ({ events: {}, stop: async () => {} }),
}));

/** A runner of jobs, as the queue sees it. */
function createRunner() {
  const ended = Promise.withResolvers<void>();
  return { promise: ended.promise, end: ended.reject, stop: vi.fn(async () => ended.resolve()) };
}

describe('the queue', () => {
  afterEach(() => void run.mockReset());

  test('stops a runner that is still restarting when the queue is stopped', async () => {
    const [first, second] = [createRunner(), createRunner()];
    // As if the database were still unreachable. If nobody handled the rejection, it would end the process.
    second.stop.mockImplementation(async () => second.end(new Error('still away')));
    const beginning = Promise.withResolvers<typeof second>();
    run.mockResolvedValueOnce(first).mockReturnValueOnce(beginning.promise);
    const queue = await startQueue({ pool: {} } as Database, [], logger);
    first.end(new Error('the database is away'));
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2), { timeout: 30_000 });
    const stopped = queue.stop();
    beginning.resolve(second);
    await stopped;
    expect(second.stop).toHaveBeenCalledOnce();
  });

  test('runs scheduled jobs, including those it missed while it was off', async () => {
    const runner = createRunner();
    run.mockResolvedValueOnce(runner);
    const work = async () => {};
    const jobs = [
      { name: 'now-and-then', maxAttempts: 3, schedule: '*/5 * * * *', run: work },
      { name: 'on-demand', maxAttempts: 4, run: work },
      { name: 'nightly', maxAttempts: 5, schedule: '17 3 * * *', run: work },
    ];
    const queue = await startQueue({ pool: {} } as Database, jobs, logger);
    const [[{ crontab = '' }]] = run.mock.calls as [[RunnerOptions]];
    expect(parseCrontab(crontab)).toMatchObject([
      { task: 'now-and-then', options: { maxAttempts: 3, backfillPeriod: 3_600_000 } },
      { task: 'nightly', options: { maxAttempts: 5, backfillPeriod: 3_600_000 } },
    ]);
    expect(crontab).toMatch(/^\*\/5 \* \* \* \* now-and-then .*\n17 3 \* \* \* nightly /);
    await queue.stop();
  });

  test('passes to a job whether its try is the last', async () => {
    const runner = createRunner();
    run.mockResolvedValueOnce(runner);
    const work = vi.fn(async () => {});
    const queue = await startQueue({ pool: {} } as Database, [{ name: 'a-job', maxAttempts: 3, run: work }], logger);
    const [[{ taskList }]] = run.mock.calls as [[RunnerOptions]];
    for (const attempts of [1, 2, 3])
      await taskList?.['a-job']?.({}, { job: { attempts, max_attempts: 3 } } as JobHelpers);
    expect(work.mock.calls).toEqual([false, false, true].map((isLast) => [{}, { isLast }]));
    await queue.stop();
  });

  test('reports an error after the maximum number of tries to add a job', async () => {
    const execute = vi.fn(async () => ({ rows: [{ id: null }] }));
    const on = { execute } as unknown as Queryable;
    await expect(enqueue(on, { name: 'a-job', maxAttempts: 1 }, {})).rejects.toThrow('did not accept the job a-job');
    expect(execute.mock.calls.length).toBeLessThan(50);
  });
});
