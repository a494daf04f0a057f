import { pino } from 'pino';
import { describe, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { enqueue, migrateQueue, startQueue } from './queue.ts';

const logger = pino({ level: 'silent' });

describe('the guardian', async () => {
  const database = await createTestDatabase();
  await migrateQueue(database.pool);

  test('leaves the jobs of the living alone, however long they take', { timeout: 40_000 }, async () => {
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
    const queues = [await startQueue(database, [job], logger), await startQueue(database, [job], logger)];
    await database.transaction((on) => enqueue(on, job, {}, { queue: 'slow' }));
    await vi.waitFor(() => expect(begun).toBe(1), 5_000);
    // Longer than it takes them to look.
    await new Promise((resolve) => setTimeout(resolve, 12_000));
    const { rows } = await database.pool.query(
      'select (select count(*)::int from graphile_worker._private_jobs where locked_at is not null) as jobs, (select count(*)::int from graphile_worker._private_job_queues where locked_at is not null) as queues',
    );
    expect([begun, rows]).toEqual([1, [{ jobs: 1, queues: 1 }]]);
    end();
    await Promise.all(queues.map((queue) => queue.stop()));
    expect(begun).toBe(1);
  });

  test('gives back what the dead held, jobs and queues', { timeout: 40_000 }, async () => {
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
    const queue = await startQueue(database, [job], logger);
    await vi.waitFor(() => expect(done).toBe(2), 20_000);
    await queue.stop();
  });
});
