import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import type { Database } from '../db/database.ts';
import { registerHealth } from './health.ts';

describe('a portal', () => {
  test.each([
    [true, true, 200],
    [true, false, 503],
    [false, true, 503],
    [false, false, 503],
  ])(
    'with its database answering (%s) and its queue running (%s) answers %i for readiness, and is alive',
    async (database, queue, status) => {
      const app = Fastify();
      registerHealth(app, {
        database: { answers: async () => database } as Database,
        queueIsRunning: () => queue,
      });
      const ready = await app.inject('/readyz');
      expect([ready.statusCode, ready.headers['cache-control']]).toEqual([status, 'no-store']);
      expect(ready.json()).toEqual({ status: status === 200 ? 'ok' : 'not ready', database, queue });
      const alive = await app.inject('/healthz');
      expect([alive.statusCode, alive.headers['cache-control'], alive.json()]).toEqual([
        200,
        'no-store',
        { status: 'ok' },
      ]);
      await app.close();
    },
  );
});
