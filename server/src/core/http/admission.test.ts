import { once } from 'node:events';
import { type IncomingMessage, request as sendRequest } from 'node:http';
import { json } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { closeAfterTests } from '../../../test/clean-up.ts';
import { MemoryLog } from '../../../test/portal.ts';
import type { Database } from '../db/database.ts';
import { type Caller, currentCaller } from '../db/fair-queue.ts';
import { type Admission, installAdmission } from './admission.ts';
import { findBearerToken } from './callers.ts';
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
  app.readSessionId = ({ cookies }) => cookies.session ?? null;
  app.recordCaller('session of an operator', { accountId: 1, isOperator: true });
  app.recordCaller('session of a customer', { accountId: 2, isOperator: false });
  const bind = (url: string, config: { admission?: Admission; endpoint?: object }) =>
    app.get(url, { config: config as object }, async () => 'done');
  bind('/anybody', {});
  bind('/reserved', { admission: 'reserved' });
  bind('/operator', { endpoint: { action: 'operator.mirror' } });
  const getStatus = async (url: string, session?: string) =>
    (await app.inject({ url, ...(session && { cookies: { session } }) })).statusCode;
  const statuses = async () => ({
    anybody: await getStatus('/anybody'),
    operator: await getStatus('/operator', 'session of an operator'),
    reserved: await getStatus('/reserved'),
    healthz: await getStatus('/healthz'),
    readyz: await getStatus('/readyz'),
  });

  beforeEach(() => {
    waiting = 0;
  });

  test('admits every request below its limit', async () => {
    waiting = 9;
    expect(await statuses()).toEqual({ anybody: 200, reserved: 200, operator: 200, healthz: 200, readyz: 200 });
  });

  test('refuses requests at its limit, except operators’ requests, reserved requests and health checks', async () => {
    waiting = 10;
    expect(await statuses()).toEqual({ anybody: 503, reserved: 200, operator: 200, healthz: 200, readyz: 200 });
  });

  test("refuses strangers and customers who ask for an operator's page or call", async () => {
    waiting = 10;
    expect(await getStatus('/operator')).toBe(503);
    expect(await getStatus('/operator', 'made-up session')).toBe(503);
    expect(await getStatus('/operator', 'session of a customer')).toBe(503);
  });

  test('still answers health checks at twice its limit', async () => {
    waiting = 20;
    expect(await statuses()).toEqual({ anybody: 503, reserved: 503, operator: 503, healthz: 200, readyz: 200 });
  });

  test('admits requests again as soon as fewer queries wait', async () => {
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
  const flooding = new Set<Caller>();
  installAdmission(app, { waitingBefore: (caller) => (flooding.has(caller) ? 10 : 0), mayWait: 10 });
  const accounts: Record<string, number> = { 'session of acme': 1, 'session of globex': 2, 'token-of-acme': 1 };
  app.readSessionId = ({ cookies }) => cookies.session ?? null;
  const answer = async () => ({ caller: currentCaller.getStore() });
  app.addHook('preHandler', async (request) => {
    const credential = app.readSessionId(request) ?? findBearerToken(request);
    const accountId = accounts[credential ?? ''];
    if (credential !== null) app.recordCaller(credential, accountId ? { accountId, isOperator: false } : null);
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
  const acme = { cookie: 'session=session of acme' };
  const globex = { cookie: 'session=session of globex' };

  beforeEach(() => {
    flooding.clear();
  });

  test('is its address, or the /48 network of an IPv6 address, and its account once the account is known', async () => {
    expect(await ask({})).toBe('address 203.0.113.7');
    expect(await ask({ 'x-forwarded-for': '2001:db8:1:2:3::4' })).toBe('address 2001:db8:1::/48');
    expect(await ask(acme)).toBe('address 203.0.113.7');
    expect(await ask(acme)).toBe('account 1');
    expect(await ask({ authorization: 'Bearer token-of-acme' })).toBe('address 203.0.113.7');
    expect(await ask({ authorization: 'Bearer token-of-acme' })).toBe('account 1');
  });

  test('is known by its session or token alone, whatever else a request contains', async () => {
    await Promise.all([ask(acme), ask({ authorization: 'Bearer token-of-acme' })]);
    expect(await ask({ cookie: `_ga=1; ${acme.cookie}; seen=2` })).toBe('account 1');
    expect(await ask({ ...acme, authorization: 'Bearer guess' })).toBe('account 1');
    expect(await ask({ authorization: 'bearer   token-of-acme', cookie: '_ga=3' })).toBe('account 1');
  });

  test('stays known after a body was read', async () => {
    await ask(globex, { some: 'body' });
    expect(await ask(globex, { some: 'body' })).toBe('account 2');
  });

  test('stays the same while its body arrives late, and is refused if its queries fill the queue by then', async () => {
    await ask(acme);
    const askSlowly = async (beforeBody: () => void) => {
      const headers = { ...acme, 'content-type': 'application/json', 'content-length': 2 };
      const sent = sendRequest(`${origin}/`, { method: 'POST', headers });
      const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
      const admitted = once(app.server, 'request');
      sent.flushHeaders();
      await admitted;
      beforeBody();
      sent.end('{}');
      const [response] = await answered;
      return response.statusCode === 200
        ? ((await json(response)) as { caller: string }).caller
        : response.resume().statusCode;
    };
    expect(await askSlowly(() => {})).toBe('account 1');
    expect(await askSlowly(() => flooding.add('account 1'))).toBe(503);
  });

  test('is refused alone when its own queries fill the queue', async () => {
    await Promise.all([ask(acme), ask(globex)]);
    flooding.add('account 1');
    expect(await ask(acme)).toBe(503);
    expect(await ask(globex)).toBe('account 2');
    expect(await ask({})).toBe('address 203.0.113.7');
  });

  test('remains known while it is refused', async () => {
    await ask(acme);
    flooding.add('account 1');
    await ask(acme);
    expect(await ask(acme)).toBe(503);
  });

  test('is the address for invented cookies and tokens', async () => {
    await ask(acme);
    flooding.add('address 203.0.113.7');
    expect(await ask({ cookie: 'session=first guess' })).toBe(503);
    expect(await ask({ cookie: 'session=second guess' })).toBe(503);
    expect(await ask({ authorization: 'Bearer guess' })).toBe(503);
    expect(await ask(acme)).toBe('account 1');
  });

  test('is the address again once a session has ended', async () => {
    accounts.ending = 3;
    await ask({ cookie: 'session=ending' });
    expect(await ask({ cookie: 'session=ending' })).toBe('account 3');
    delete accounts.ending;
    await ask({ cookie: 'session=ending' });
    expect(await ask({ cookie: 'session=ending' })).toBe('address 203.0.113.7');
  });
});
