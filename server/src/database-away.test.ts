import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Browser } from '../test/browser.ts';
import { createTestDatabase } from '../test/database.ts';
import { writeTestDist } from '../test/web-dist.ts';
import { seedDemonstrationPeople } from './accounts/index.ts';
import { createApp } from './app.ts';
import { readConfig } from './core/config.ts';
import { type Database, openDatabase } from './core/db/database.ts';
import { enqueue, type JobDefinition, type Queue, startQueue } from './core/jobs/queue.ts';
import { createStripeClient } from './core/stripe/index.ts';

/** A proxy between the portal and PostgreSQL. While it is closed, the database is unreachable. */
class Gate {
  readonly sockets = new Set<Socket>();
  server: Server | undefined;
  port = 0;
  readonly target: { host: string; port: number };

  constructor(target: { host: string; port: number }) {
    this.target = target;
  }

  async open(): Promise<void> {
    this.server = createServer((socket) => {
      const upstream = connect(this.target);
      for (const one of [socket, upstream]) {
        this.sockets.add(one);
        one.on('error', () => {});
        one.on('close', () => this.sockets.delete(one));
      }
      socket.pipe(upstream).pipe(socket);
    });
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as { port: number }).port;
  }

  close(): void {
    this.server?.close();
    for (const socket of this.sockets) socket.destroy();
  }
}

let gate: Gate;
let database: Database;
let queue: Queue;
let app: Awaited<ReturnType<typeof createApp>>;
let owner: Browser;
const ran: number[] = [];
const job: JobDefinition<{ n: number }> = { name: 'test-job', maxAttempts: 5, run: async ({ n }) => void ran.push(n) };

beforeAll(async () => {
  const direct = await createTestDatabase();
  await seedDemonstrationPeople(direct);
  const url = new URL(direct.url);
  gate = new Gate({ host: url.hostname, port: Number(url.port) });
  await gate.open();
  url.hostname = '127.0.0.1';
  url.port = String(gate.port);
  database = openDatabase(url.href, 8, () => {});
  const config = readConfig({
    DATABASE_URL: url.href,
    APP_SECRET: 'a secret of the tests, long enough',
    LOG_LEVEL: 'silent',
  });
  const logger = pino({ level: 'silent' });
  app = await createApp({
    config,
    database,
    logger,
    stripe: {
      client: createStripeClient({ secretKey: 'sk_test_none', apiBase: 'http://127.0.0.1:9' }),
      publishableKey: 'pk_test_none',
      webhookSecret: '',
      sandboxUrl: 'http://127.0.0.1:9',
    },
    publicUrl: 'http://localhost:3000',
    queueIsRunning: () => queue.isRunning(),
    dist: writeTestDist(),
  });
  queue = await startQueue(
    database,
    [...app.jobs, job as JobDefinition<never>, slowJob as JobDefinition<never>],
    logger,
  );
  owner = await new Browser(app.http).signIn('owner@acme.example');
});

afterAll(async () => {
  await app.http.close();
  await queue.stop();
  await database.close();
  gate.close();
});

let slowBegun = 0;
const slowJob: JobDefinition<object> = {
  name: 'slow-test-job',
  maxAttempts: 5,
  run: async () => {
    slowBegun += 1;
    await pause(300);
  },
};

async function waitingJobs(): Promise<number> {
  const { rows } = await database.pool.query(
    "select 1 from graphile_worker.jobs where task_identifier like '%test-job'",
  );
  return rows.length;
}

describe('while the database is unreachable', () => {
  test('requests get a Retry-After, and everything works again within 10 s of its return', async () => {
    expect((await owner.get('/readyz')).statusCode).toBe(200);
    await enqueue(database.query, job, { n: 1 });
    await vi.waitFor(() => expect(ran).toEqual([1]), { timeout: 30_000 });

    // One job is running when the database becomes unreachable.
    await enqueue(database.query, slowJob, {});
    await vi.waitFor(() => expect(slowBegun).toBe(1), { timeout: 30_000 });
    gate.close();
    const away = await owner.get('/api/Subscription/list');
    expect(away.statusCode).toBe(503);
    expect(away.headers['retry-after']).toBe('5');
    expect(away.json()).toMatchObject({
      code: 'ServiceUnavailable',
      message: 'We cannot reach our database right now. Please try again in a moment.',
    });
    expect((await owner.get('/readyz')).statusCode).toBe(503);
    expect((await owner.get('/healthz')).statusCode).toBe(200);
    const signIn = await new Browser(app.http).get('/login', { headers: { accept: 'text/html' } });
    expect(signIn.statusCode).toBe(503);

    await gate.open();
    await vi.waitFor(async () => expect((await owner.get('/readyz')).statusCode).toBe(200), { timeout: 20_000 });
    expect((await owner.get('/api/Subscription/list')).statusCode).toBe(200);
    await enqueue(database.query, job, { n: 2 });
    await vi.waitFor(() => expect(ran).toEqual([1, 2]), { timeout: 20_000 });
    // A job that finished in the meantime is recorded as finished and does not run again.
    await vi.waitFor(async () => expect(await waitingJobs()).toBe(0), { timeout: 20_000 });
    expect(slowBegun).toBe(1);
  }, 120_000);
});
