import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import Fastify from 'fastify';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { closeAfterTests } from '../../../test/clean-up.ts';
import type { Database } from '../db/database.ts';
import { registerHealth } from './health.ts';
import { createThreadPool, type ThreadPool } from './thread-pool.ts';

function createPortal({ database = true, queue = true, threadPool }: Partial<Checked> = {}) {
  const app = Fastify();
  registerHealth(app, {
    database: { answers: async () => database } as Database,
    queueIsRunning: () => queue,
    ...(threadPool && { threadPool }),
  });
  closeAfterTests(() => app.close());
  return app;
}

interface Checked {
  readonly database: boolean;
  readonly queue: boolean;
  readonly threadPool: ThreadPool;
}

describe('a portal', () => {
  test.each([
    [true, true, 200],
    [true, false, 503],
    [false, true, 503],
    [false, false, 503],
  ])(
    'with its database answering (%s) and its queue running (%s) answers %i for readiness, and is alive',
    async (database, queue, status) => {
      const app = createPortal({ database, queue });
      const ready = await app.inject('/readyz');
      expect([ready.statusCode, ready.headers['cache-control']]).toEqual([status, 'no-store']);
      expect(ready.json()).toEqual({ status: status === 200 ? 'ok' : 'not ready', database, queue, threads: true });
      const alive = await app.inject('/healthz');
      expect([alive.statusCode, alive.headers['cache-control'], alive.json()]).toEqual([
        200,
        'no-store',
        { status: 'ok' },
      ]);
    },
  );
});

describe('a portal whose threads are stuck', () => {
  afterEach(() => vi.useRealTimers());

  test('is not ready after three seconds, not alive after a minute, and recovers with its threads', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const job = Promise.withResolvers<void>();
    const run = vi.fn(() => job.promise);
    const threadPool = createThreadPool(run);
    const app = createPortal({ threadPool: { ...threadPool, answers: (wait) => threadPool.answers(wait / 100) } });
    expect((await app.inject('/healthz')).statusCode).toBe(200);
    expect((await app.inject('/readyz')).json()).toMatchObject({ status: 'not ready', database: true, threads: false });
    vi.advanceTimersByTime(59_000);
    expect((await app.inject('/healthz')).statusCode).toBe(200);
    vi.advanceTimersByTime(1_000);
    expect((await app.inject('/healthz')).statusCode).toBe(503);
    expect(run).toHaveBeenCalledTimes(1);
    job.resolve();
    expect((await app.inject('/readyz')).statusCode).toBe(200);
    expect((await app.inject('/healthz')).statusCode).toBe(200);
  });

  test('is found by a job that waits for a thread', async () => {
    const program = `
      import { pbkdf2 } from 'node:crypto';
      import { createThreadPool } from ${JSON.stringify(new URL('./thread-pool.ts', import.meta.url).href)};
      const threads = createThreadPool();
      const before = await threads.answers(5_000);
      const blocked = new Promise((resolve) => pbkdf2('password', 'salt', 2_000_000, 64, 'sha512', resolve));
      const meanwhile = await threads.answers(50);
      await blocked;
      console.log(before, meanwhile, await threads.answers(5_000));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
      env: { ...process.env, UV_THREADPOOL_SIZE: '1' },
    });
    expect(stdout.trim()).toBe('true false true');
  });
});
