import { pino } from 'pino';
import { expect, test } from 'vitest';
import { installHostCheck } from './host-check.ts';
import { createHttpServer } from './server.ts';

/** A server that checks the name, with one page. */
async function openServer(publicUrl: string, trustedProxies: readonly string[] = []) {
  const app = await createHttpServer({ logger: pino({ level: 'silent' }), trustedProxies, strictResponses: true });
  installHostCheck(app, publicUrl);
  app.get('/', async () => 'ok');
  return (headers: Record<string, string>) => app.inject({ url: '/', headers });
}

test.each(['localhost', 'LOCALHOST:3710', '127.0.0.1:1', '[::1]:3710', '[::1]'])(
  'answers for the host %s',
  async (host) => {
    const ask = await openServer('http://localhost:3710');
    expect((await ask({ host })).statusCode).toBe(200);
  },
);

test.each([
  'evil.example',
  'evil.example:3710',
  'localhost.evil.example',
  'localhost@evil.example',
  '127.0.0.1.evil.example:80',
  'localhost:3710:evil.example',
  '[::1].evil.example',
])('refuses a page that reaches the portal as %s', async (host) => {
  const ask = await openServer('http://localhost:3710');
  const answer = await ask({ host, origin: `http://${host}`, 'x-forwarded-host': 'localhost' });
  expect(answer.statusCode).toBe(403);
  expect(answer.body).toContain('PUBLIC_URL');
});

test('answers for the host in PUBLIC_URL, with any port', async () => {
  const ask = await openServer('https://Demo.vendor.example:8443', ['127.0.0.1']);
  expect((await ask({ host: 'demo.vendor.example' })).statusCode).toBe(200);
  expect((await ask({ host: 'demo.vendor.example:8443' })).statusCode).toBe(200);
  // Behind a trusted proxy, a page can send the same headers as the proxy.
  expect((await ask({ host: 'evil.example', 'x-forwarded-host': 'demo.vendor.example' })).statusCode).toBe(403);
});
