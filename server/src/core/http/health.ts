import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/database.ts';
import { createThreadPool, type ThreadPool } from './thread-pool.ts';

const options = { schema: { hide: true } as object, logLevel: 'silent', config: { admission: 'always' } } as const;

/** Milliseconds after which requests should go to another process, as for a connection to the database. */
const maxDelay = 3_000;

/** Milliseconds after which only a restart helps. A busy process must not be killed, so this is longer than any load. */
const maxStuck = 60_000;

interface HealthOptions {
  readonly database: Database;
  readonly queueIsRunning: () => boolean;
  readonly threadPool?: ThreadPool;
}

/**
 * `/healthz`: the process is alive. `/readyz`: database, queue and thread pool answer, so requests may be sent here
 * (RUN-1). The former never waits.
 */
export function registerHealth(
  app: FastifyInstance,
  { database, queueIsRunning, threadPool = createThreadPool() }: HealthOptions,
): void {
  app.get('/healthz', options, async (_request, reply) => {
    const isStuck = threadPool.isStuckFor(maxStuck);
    return reply
      .code(isStuck ? 503 : 200)
      .header('cache-control', 'no-store')
      .send({ status: isStuck ? 'stuck' : 'ok' });
  });
  app.get('/readyz', options, async (_request, reply) => {
    const [databaseAnswers, threadsAnswer] = await Promise.all([database.answers(), threadPool.answers(maxDelay)]);
    const queueAnswers = queueIsRunning();
    const ready = databaseAnswers && queueAnswers && threadsAnswer;
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: ready ? 'ok' : 'not ready',
        database: databaseAnswers,
        queue: queueAnswers,
        threads: threadsAnswer,
      });
  });
}
