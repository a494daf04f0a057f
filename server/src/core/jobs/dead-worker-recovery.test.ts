import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { createDeadWorkerRecovery } from './dead-worker-recovery.ts';
import { enqueue, startQueue } from './queue.ts';

const logger = pino({ level: 'silent' });
const checkInterval = 200;

describe('the recovery of jobs of dead workers', async () => {
  const database = await createTestDatabase();

  beforeEach(async () => void (await database.pool.query('delete from graphile_worker._private_jobs')));

  test('does not touch the jobs of running workers, however long they take', { timeout: 150_000 }, async () => {
    let begun = 0;
    let end: () => void = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const job = {
      name: 'slow',
      maxAttempts: 3,
      run: async () => {
        begun += 1;
        await ended;
      },
    };
    // Two processes watch each other.
    const queues = [
      await startQueue(database, [job], logger, checkInterval),
      await startQueue(database, [job], logger, checkInterval),
    ];
    await database.transaction((on) => enqueue(on, job, {}, { queue: 'slow' }));
    await vi.waitFor(() => expect(begun).toBe(1), 30_000);
    // Long enough for several checks by both.
    await new Promise((resolve) => setTimeout(resolve, 5 * checkInterval));
    const { rows } = await database.pool.query(
      'select (select count(*)::int from graphile_worker._private_jobs where locked_at is not null) as jobs, (select count(*)::int from graphile_worker._private_job_queues where locked_at is not null) as queues',
    );
    expect([begun, rows]).toEqual([1, [{ jobs: 1, queues: 1 }]]);
    end();
    await Promise.all(queues.map((queue) => queue.stop()));
    expect(begun).toBe(1);
  });

  test('releases the jobs that an ended queue of this process held', { timeout: 150_000 }, async () => {
    const deadWorkerRecovery = await createDeadWorkerRecovery(database.pool, logger, checkInterval);
    const pool = { workerPool: { id: 'pool-of-ours' } } as never;
    deadWorkerRecovery.events.emit('pool:create', pool);
    await database.transaction((on) => enqueue(on, { name: 'half done', maxAttempts: 3 }, {}));
    await database.pool.query(
      `update graphile_worker._private_jobs set locked_by = 'pool-of-ours', locked_at = now()
       where task_id = (select id from graphile_worker._private_tasks where identifier = 'half done')`,
    );
    deadWorkerRecovery.events.emit('pool:release', pool);
    await vi.waitFor(
      async () => {
        const { rows } = await database.pool.query(
          `select locked_by from graphile_worker.jobs where task_identifier = 'half done'`,
        );
        expect(rows).toEqual([{ locked_by: null }]);
      },
      { timeout: 60_000, interval: 200 },
    );
    await deadWorkerRecovery.stop();
  });

  test('releases a queue without a worker, although its pool is running', { timeout: 150_000 }, async () => {
    const deadWorkerRecovery = await createDeadWorkerRecovery(database.pool, logger, checkInterval);
    try {
      deadWorkerRecovery.events.emit('pool:create', { workerPool: { id: 'pool-alive' } } as never);
      await database.transaction(async (on) => {
        await enqueue(on, { name: 'waiting', maxAttempts: 3 }, {}, { queue: 'held' });
        await enqueue(on, { name: 'running', maxAttempts: 3 }, {}, { queue: 'worked' });
        const locked = sql`locked_by = 'pool-alive', locked_at = now() - interval '31 seconds'`;
        await on.execute(
          sql`update graphile_worker._private_job_queues set ${locked} where queue_name in ('held', 'worked')`,
        );
        await on.execute(
          sql`update graphile_worker._private_jobs set ${locked} where task_id = (select id from graphile_worker._private_tasks where identifier = 'running')`,
        );
      });
      await vi.waitFor(
        async () => {
          const { rows } = await database.pool.query(
            `select queue_name, locked_by from graphile_worker._private_job_queues where queue_name in ('held', 'worked') order by 1`,
          );
          expect(rows).toEqual([
            { queue_name: 'held', locked_by: null },
            { queue_name: 'worked', locked_by: 'pool-alive' },
          ]);
        },
        { timeout: 60_000, interval: 200 },
      );
    } finally {
      await deadWorkerRecovery.stop();
    }
  });

  test('releases the jobs and queues of dead workers', { timeout: 150_000 }, async () => {
    let done = 0;
    const job = {
      name: 'left behind',
      maxAttempts: 3,
      run: async () => {
        done += 1;
      },
    };
    await database.transaction((on) => enqueue(on, job, {}, { queue: 'left behind' }));
    await database.transaction((on) => enqueue(on, job, { second: true }, { queue: 'left behind' }));
    await database.pool.query(
      `update graphile_worker._private_job_queues set locked_by = 'pool-of-the-dead', locked_at = now()`,
    );
    await database.pool.query(
      `update graphile_worker._private_jobs set locked_by = 'pool-of-the-dead', locked_at = now() where id = (select min(id) from graphile_worker._private_jobs)`,
    );
    const queue = await startQueue(database, [job], logger, checkInterval);
    await vi.waitFor(() => expect(done).toBe(2), 60_000);
    await queue.stop();
  });

  test('deletes a dead worker’s job that was replaced while it ran, and runs its replacement', {
    timeout: 150_000,
  }, async () => {
    let done = 0;
    const job = {
      name: 'replaced',
      maxAttempts: 3,
      run: async () => {
        done += 1;
      },
    };
    const add = () => database.transaction((on) => enqueue(on, job, {}, { key: 'replaced' }));
    await add();
    await database.pool.query(
      `update graphile_worker._private_jobs set locked_by = 'pool-of-the-dead', locked_at = now(), attempts = 1`,
    );
    await add();
    const queue = await startQueue(database, [job], logger);
    await vi.waitFor(async () => {
      expect((await database.pool.query('select from graphile_worker._private_jobs')).rowCount).toBe(0);
    }, 60_000);
    expect(done).toBe(1);
    await queue.stop();
  });
});
