import { pino } from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { type FullPortal, startFullPortal } from '../../test/full-portal.ts';
import { installHostCheck } from './host-check.ts';
import { createHttpServer } from './server.ts';

describe('a demonstration', () => {
  let portal: FullPortal;
  beforeAll(async () => {
    portal = await startFullPortal({ mode: 'demo' });
  });
  const ask = (host: string, headers: Record<string, string> = {}) =>
    portal.app.http.inject({ url: '/login', headers: { ...headers, host } });

  test.each(['localhost', 'LOCALHOST:3710', '127.0.0.1:1', '[::1]:3710', '[::1]'])('answers as %s', async (host) => {
    expect((await ask(host)).statusCode).toBe(200);
  });

  test.each([
    'evil.example',
    'evil.example:3710',
    'localhost.evil.example',
    'localhost@evil.example',
    '127.0.0.1.evil.example:80',
    'localhost:3710:evil.example',
    '[::1].evil.example',
  ])('does not answer a page that leads to it as %s', async (host) => {
    const answer = await ask(host, { origin: `http://${host}`, 'x-forwarded-host': 'localhost' });
    expect(answer.statusCode).toBe(403);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.body).toContain('PUBLIC_URL');
    expect(answer.cookies).toEqual([]);
  });

  test('signs nobody in under another name, and says so in French too', async () => {
    const answer = await portal.app.http.inject({
      method: 'POST',
      url: '/LoginWithMFA',
      headers: { host: 'evil.example:3710', origin: 'http://evil.example:3710', 'accept-language': 'fr' },
      payload: {},
    });
    expect(answer.statusCode).toBe(403);
    expect(answer.json().message).toContain('démonstration');
  });
});

test('PUBLIC_URL’s name counts, with any port', async () => {
  const app = await createHttpServer({
    logger: pino({ level: 'silent' }),
    trustedProxies: ['127.0.0.1'],
    strictResponses: true,
  });
  installHostCheck(app, 'https://Demo.vendor.example:8443');
  app.get('/', async () => 'ok');
  const ask = (headers: Record<string, string>) => app.inject({ url: '/', headers });
  expect((await ask({ host: 'demo.vendor.example' })).statusCode).toBe(200);
  expect((await ask({ host: 'demo.vendor.example:8443' })).statusCode).toBe(200);
  // Behind a trusted proxy a page can say what the proxy would.
  expect((await ask({ host: 'evil.example', 'x-forwarded-host': 'demo.vendor.example' })).statusCode).toBe(403);
});

test('a portal for customers answers under every name that leads to it', async () => {
  const portal = await startFullPortal();
  expect((await portal.app.http.inject({ url: '/login', headers: { host: 'portal.vendor.example' } })).statusCode).toBe(
    200,
  );
});
