import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { closeAfterTests } from '../../../test/clean-up.ts';
import { MemoryLog } from '../../../test/portal.ts';
import type { Database } from '../db/database.ts';
import { currentCaller } from '../db/fair-queue.ts';
import { type Admission, installAdmission } from './admission.ts';
import { registerHealth } from './health.ts';
import { createHttpServer } from './server.ts';

describe('a portal with too many waiting queries', async () => {
  const app = await createHttpServer({
    logger: pino({ level: 'silent' }),
    trustedProxies: [],
    strictResponses: true,
  });
  let waiting = 0;
  installAdmission(app, { waitingBefore: () => waiting, mayWait: 10 });
  registerHealth(app, { database: { answers: async () => true } as Database, queueIsRunning: () => true });
  const bind = (url: string, config: { admission?: Admission; endpoint?: object }) =>
    app.get(url, { config: config as object }, async () => 'done');
  bind('/anybody', {});
  bind('/reserved', { admission: 'reserved' });
  bind('/operator', { endpoint: { action: 'operator.mirror' } });
  const statuses = async () =>
    Object.fromEntries(
      await Promise.all(
        ['/anybody', '/reserved', '/operator', '/healthz', '/readyz'].map(
          async (url) => [url.slice(1), (await app.inject(url)).statusCode] as const,
        ),
      ),
    );

  beforeEach(() => {
    waiting = 0;
  });

  test('admits every request below its limit', async () => {
    waiting = 9;
    expect(await statuses()).toEqual({ anybody: 200, reserved: 200, operator: 200, healthz: 200, readyz: 200 });
  });

  test('refuses requests at its limit, except those of operators, reserved ones and health checks', async () => {
    waiting = 10;
    expect(await statuses()).toEqual({ anybody: 503, reserved: 200, operator: 200, healthz: 200, readyz: 200 });
  });

  test('admits health checks at twice its limit', async () => {
    waiting = 20;
    expect(await statuses()).toEqual({ anybody: 503, reserved: 503, operator: 503, healthz: 200, readyz: 200 });
  });

  test('admits requests again as soon as fewer wait', async () => {
    waiting = 10;
    await statuses();
    waiting = 9;
    expect((await statuses()).anybody).toBe(200);
  });

  test('says when to try again, as JSON or as a page', async () => {
    waiting = 10;
    const call = await app.inject({ url: '/anybody', headers: { 'accept-language': 'fr' } });
    expect(call.headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
    expect(call.json()).toEqual({
      code: 'ServiceUnavailable',
      message: 'Le service est très sollicité en ce moment. Réessayez dans un instant.',
      requestId: call.headers['x-request-id'],
    });
    const page = await app.inject({ url: '/anybody', headers: { accept: 'text/html' } });
    expect([page.statusCode, page.headers['retry-after']]).toEqual([503, '5']);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.body).toContain('We are very busy right now.');
  });

  test('logs one line for many refusals, without a stack', async () => {
    const log = new MemoryLog();
    const logging = await createHttpServer({ logger: pino({}, log), trustedProxies: [], strictResponses: true });
    installAdmission(logging, { waitingBefore: () => 10, mayWait: 10 });
    for (let count = 0; count < 50; count += 1) await logging.inject('/anybody');
    await logging.close();
    const lines = log.text.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 40, msg: 'requests refused', reason: 'problem.busy', count: 50 }),
    ]);
    expect(log.text).not.toContain('stack');
  });
});

describe('the caller of a request', async () => {
  const app: FastifyInstance = await createHttpServer({
    logger: pino({ level: 'silent' }),
    trustedProxies: ['127.0.0.1'],
    strictResponses: true,
  });
  closeAfterTests(() => app.close());
  const flooding = new Set<string>();
  installAdmission(app, { waitingBefore: (caller) => (flooding.has(caller) ? 10 : 0), mayWait: 10 });
  const accounts: Record<string, number> = { 'session=acme': 1, 'session=globex': 2, 'Bearer acme': 1 };
  const answer = async () => ({ caller: currentCaller.getStore() });
  app.addHook('preHandler', async (request) => {
    const { authorization, cookie } = request.headers;
    request.server.recordAccount(request, accounts[authorization ?? cookie ?? ''] ?? null);
  });
  app.get('/', answer);
  app.post('/', answer);
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const ask = async (headers: Record<string, string>, body?: object) => {
    const response = await fetch(origin, {
      method: body ? 'POST' : 'GET',
      headers: { 'x-forwarded-for': '203.0.113.7', ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return response.status === 200 ? ((await response.json()) as { caller: string }).caller : response.status;
  };
  const acme = { cookie: 'session=acme' };
  const globex = { cookie: 'session=globex' };

  beforeEach(() => {
    flooding.clear();
  });

  test('is its address, for IPv6 the network, and its account once known', async () => {
    expect(await ask({})).toBe('203.0.113.7');
    expect(await ask({ 'x-forwarded-for': '2001:db8:1:2:3::4' })).toBe('2001:db8:1:2::/64');
    expect(await ask(acme)).toBe('203.0.113.7');
    expect(await ask(acme)).toBe('account 1');
    expect(await ask({ authorization: 'Bearer acme' })).toBe('203.0.113.7');
    expect(await ask({ authorization: 'Bearer acme' })).toBe('account 1');
  });

  test('stays known after a body was read', async () => {
    await ask(globex, { some: 'body' });
    expect(await ask(globex, { some: 'body' })).toBe('account 2');
  });

  test('is refused alone when its own queries fill the queue', async () => {
    await Promise.all([ask(acme), ask(globex)]);
    flooding.add('account 1');
    expect(await ask(acme)).toBe(503);
    expect(await ask(globex)).toBe('account 2');
    expect(await ask({})).toBe('203.0.113.7');
  });

  test('remains known while it is refused', async () => {
    await ask(acme);
    flooding.add('account 1');
    await ask(acme);
    expect(await ask(acme)).toBe(503);
  });

  test('is the address for invented cookies and tokens', async () => {
    await ask(acme);
    flooding.add('203.0.113.7');
    expect(await ask({ cookie: 'session=first guess' })).toBe(503);
    expect(await ask({ cookie: 'session=second guess' })).toBe(503);
    expect(await ask({ authorization: 'Bearer guess' })).toBe(503);
    expect(await ask(acme)).toBe('account 1');
  });

  test('is the address again once a session has ended', async () => {
    accounts['session=ending'] = 3;
    await ask({ cookie: 'session=ending' });
    expect(await ask({ cookie: 'session=ending' })).toBe('account 3');
    delete accounts['session=ending'];
    await ask({ cookie: 'session=ending' });
    expect(await ask({ cookie: 'session=ending' })).toBe('203.0.113.7');
  });
});
