import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/database.ts';

const options = { schema: { hide: true } as object, logLevel: 'silent', config: { admission: 'always' } } as const;

/** `/healthz`: the process is alive. `/readyz`: database and queue answer, so requests may be sent here (RUN-1). */
export function registerHealth(
  app: FastifyInstance,
  { database, queueIsRunning }: { database: Database; queueIsRunning: () => boolean },
): void {
  app.get('/healthz', options, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  app.get('/readyz', options, async (_request, reply) => {
    const [databaseAnswers, queueAnswers] = [await database.answers(), queueIsRunning()];
    const ready = databaseAnswers && queueAnswers;
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ok' : 'not ready', database: databaseAnswers, queue: queueAnswers });
  });
}
