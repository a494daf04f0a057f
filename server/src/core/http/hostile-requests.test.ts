import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Browser, signedIn } from '../../../test/browser.ts';
import { closeAfterTests } from '../../../test/clean-up.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestPortal, MemoryLog } from '../../../test/portal.ts';
import { seedDemonstrationPeople } from '../../accounts/index.ts';
import { createHttpServer } from './server.ts';
import { findUnstorableText } from './validation.ts';

describe('requests that no browser sends', async () => {
  const database = await createTestDatabase();
  await seedDemonstrationPeople(database);
  const app = await createTestPortal(database);
  let visitor: Browser;

  beforeEach(async () => {
    await database.pool.query('delete from rate_limits');
    visitor = new Browser(app);
    await visitor.open('/login');
  });

  test.each(['a\0b', '\0', 'a\ud800b'])(
    'a name that a database cannot store is refused as invalid: %j',
    async (userName) => {
      const response = await visitor.post('/LoginWithMFA', { userName, password: 'x' });
      expect(response.statusCode).toBe(422);
      expect(response.json()).toMatchObject({
        code: 'ValidationError',
        propertyErrors: { userName: [expect.any(String)] },
      });
    },
  );

  test('unstorable text is found anywhere, including field names', () => {
    const paths = (value: unknown) => findUnstorableText(value).map(({ path }) => path);
    expect(paths({ items: [{ name: 'fine' }, { name: 'not\0fine' }] })).toEqual([['items', '1', 'name']]);
    expect(paths({ addons: { 'a\0': 1 } })).toEqual([['addons']]);
    const deep = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`);
    expect(paths({ value: deep })).toEqual([['value']]);
    expect(paths({ text: 'Zoë 👩‍🚀', nothing: null, missing: undefined, number: 1 })).toEqual([]);
  });

  const multipart = { 'content-type': 'multipart/form-data; boundary=XX' };
  const part = (name: string, value: string) =>
    `--XX\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

  test.each([
    ['no form at all', 'zzzz', multipart],
    ['a form without boundary', 'zzzz', { 'content-type': 'multipart/form-data' }],
    ['a form that breaks off', '--XX\r\nContent-Disposition: form-data; name="userName"\r\n\r\nab', multipart],
  ])('%s is refused as invalid, not answered as a server error', async (_what, body, headers) => {
    const response = await visitor.post('/LoginWithMFA', body, { headers });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'ValidationError' });
  });

  test('a form with too many fields, too many bytes or too many files is refused', async () => {
    const many = `${Array.from({ length: 30 }, (_, index) => part(`field${index}`, 'x')).join('')}--XX--\r\n`;
    expect((await visitor.post('/LoginWithMFA', many, { headers: multipart })).statusCode).toBe(413);
    const long = `${part('userName', 'a'.repeat(1_000_000))}${part('password', 'x')}--XX--\r\n`;
    expect([413, 422]).toContain((await visitor.post('/LoginWithMFA', long, { headers: multipart })).statusCode);
    // Each of these parts is small and expensive to parse.
    const files = `${'--XX\r\ncontent-disposition:form-data;name="";filename=""\r\n\r\n\r\n'.repeat(600)}--XX--\r\n`;
    expect(files.length).toBeLessThan(40_000);
    expect((await visitor.post('/LoginWithMFA', files, { headers: multipart })).statusCode).toBe(413);
  });

  test('a body is limited to 256 kB, and refused before it is read', async () => {
    const body = (length: number) => JSON.stringify({ userName: 'a'.repeat(length), password: 'x' });
    const send = (length: number) =>
      visitor.post('/LoginWithMFA', body(length), { headers: { 'content-type': 'application/json' } });
    expect((await send(200 * 1024)).statusCode).toBe(422);
    const refused = await send(256 * 1024);
    expect(refused.statusCode).toBe(413);
    expect(refused.json()).toMatchObject({ code: 'ValidationError', requestId: expect.any(String) });
  });

  test('a user can still sign in with a multipart form', async () => {
    const body = `${part('userName', 'owner@acme.example')}${part('password', 'Portico-demo-1')}${part('__RequestVerificationToken', visitor.token)}--XX--\r\n`;
    visitor.token = '';
    expect((await visitor.post('/LoginWithMFA', body, { headers: multipart })).statusCode).toBe(200);
  });

  test.each(['/api/%zz', '/%ff'])('an unreadable address gets a normal error: %s', async (address) => {
    const owner = await signedIn(app, 'owner@acme.example');
    const response = await owner.get(address);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'ValidationError', requestId: expect.any(String) });
    expect(response.body).not.toContain('FST_');
    expect(response.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
  });

  test('a TRACE request finds nothing', async () => {
    expect((await app.inject({ method: 'TRACE' as never, url: '/login' })).statusCode).toBe(404);
  });

  test('a disconnect in the middle of a body is not logged as a failure', async () => {
    const lines: { level: number; msg: string }[] = [];
    const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const listening = await createTestPortal(database, { logger });
    try {
      await listening.listen({ host: '127.0.0.1', port: 0 });
      const { port } = listening.server.address() as AddressInfo;
      const socket = connect(port, '127.0.0.1');
      socket.write(
        'POST /LoginWithMFA HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{"u',
      );
      await once(listening.server, 'request');
      socket.destroy();
      const connections = promisify(listening.server.getConnections.bind(listening.server));
      await expect.poll(() => connections(), { timeout: 50_000 }).toBe(0);
      expect((await listening.inject('/login')).statusCode).toBe(200);
      expect(lines.filter(({ level }) => level >= 50)).toEqual([]);
    } finally {
      await listening.close();
    }
  });

  describe('raw requests', () => {
    const log = new MemoryLog();
    let listening: FastifyInstance;
    let port: number;
    beforeAll(async () => {
      listening = await createTestPortal(database, { logger: pino({}, log) });
      await listening.listen({ host: '127.0.0.1', port: 0 });
      port = (listening.server.address() as AddressInfo).port;
    });
    closeAfterTests(() => listening.close());

    /** Sends these bytes. @returns everything received until the connection closes. */
    async function exchange(bytes: string): Promise<string> {
      const socket = connect(port, '127.0.0.1');
      socket.write(bytes);
      return (await socket.setEncoding('utf8').toArray()).join('');
    }

    test('an absolute address as target is handled like its path, and its host is checked', async () => {
      const owner = await signedIn(listening, 'owner@acme.example');
      const answer = await exchange(
        `GET http://other.example:81/api/User/Current HTTP/1.1\r\nhost: localhost\r\ncookie: portico_session=${owner.cookies.portico_session}\r\nconnection: close\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 200 /);
      expect(answer.toLowerCase()).toContain('cache-control: no-store');
      expect(await exchange('GET http://localhost HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')).toContain(
        'location: /login',
      );
    });

    test('an absolute address leaves no secret in the log', async () => {
      const secret = 'aB3'.repeat(13);
      await exchange(
        `GET HTTP://localhost/stripe-sandbox/invoices/in_Ab1/${secret}/pdf HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`,
      );
      await expect.poll(() => log.text).toContain('/stripe-sandbox/invoices/…/…/pdf');
      expect(log.text).not.toContain(secret);
    });

    test.each([
      ['two hosts', 'HTTP/1.1', 'host: localhost\r\nHost: localhost\r\n'],
      ['two different hosts', 'HTTP/1.0', 'host: localhost\r\nhost: evil.example\r\n'],
      ['no host', 'HTTP/1.1', ''],
    ])('a request with %s in %s is refused', async (_what, version, hosts) => {
      const answer = await exchange(`GET /login ${version}\r\n${hosts}connection: close\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    });
  });

  test('a client that never reads the response is disconnected', async () => {
    const server = await createHttpServer({
      logger: pino({ level: 'silent' }),
      trustedProxies: [],
      strictResponses: true,
      stuckAfter: 200,
    });
    closeAfterTests(() => server.close());
    server.get('/large', async () => Buffer.alloc(64 * 1024 * 1024));
    await server.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1').pause();
    socket.write('GET /large HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await once(server.server, 'request');
    const connections = promisify(server.server.getConnections.bind(server.server));
    await expect.poll(() => connections(), { timeout: 50_000 }).toBe(0);
    socket.destroy();
  });

  test('a client cannot choose the request id in the log and the audit log', async () => {
    const response = await visitor.get('/api/User/Current', {
      headers: { 'x-request-id': 'mine', 'request-id': 'mine' },
    });
    expect(response.headers['x-request-id']).toMatch(/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/);
    expect(response.json().requestId).toBe(response.headers['x-request-id']);
  });

  test('a slow sender is disconnected after half a minute, a slow reader after two minutes without a read', () => {
    const { headersTimeout, requestTimeout, timeout } = app.server;
    expect({ headersTimeout, requestTimeout, timeout }).toEqual({
      headersTimeout: 15_000,
      requestTimeout: 30_000,
      timeout: 120_000,
    });
  });
});
