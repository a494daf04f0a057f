import { type IncomingHttpHeaders, type RequestOptions, request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { useSandbox } from '../test/sandbox.ts';
import { ENDPOINTS } from './resources/index.ts';

/** The access of web pages to a sandbox with the default keys on the user's machine. */
const { sandbox } = await useSandbox({ allowedHosts: ['Payments.Test'], browserBase: 'https://shop.example:8443/pay' });
const { port } = new URL(sandbox.url);
const SECRET = { authorization: 'Bearer sk_test_sandbox' };
const PUBLISHABLE = { authorization: 'Bearer pk_test_sandbox' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: { error: Record<string, string>; object?: string };
}

/** A call with exactly these headers, which fetch would not allow. */
function ask(path: string, options: RequestOptions = {}, body = ''): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, path, agent: false, ...options }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => {
        const isJson = /json/.test(response.headers['content-type'] ?? '');
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: isJson ? JSON.parse(text) : {},
        } as Answer);
      });
    });
    call.on('error', reject).end(body);
  });
}

describe('host name of a call', () => {
  test.each([
    'localhost',
    'LOCALHOST:1',
    '127.0.0.1',
    `127.0.0.1:${port}`,
    '[::1]:80',
    'shop.example',
    'payments.test:9',
  ])('accepts %s', async (host) => {
    expect((await ask('/v1/customers', { headers: { ...SECRET, host } })).status).toBe(200);
    expect((await ask('/stripe.js', { headers: { host } })).status).toBe(200);
  });

  test.each([
    'evil.example',
    `evil.example:${port}`,
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'localhost:1:2',
    'localhost.',
  ])('rejects "%s" for every path', async (host) => {
    for (const path of ['/v1/customers', '/_sandbox/health', '/stripe.js', '/elements/card', '/nowhere']) {
      const { status, headers, body } = await ask(path, { headers: { ...SECRET, host } });
      expect([path, status, body]).toMatchObject([path, 403, { error: { type: 'invalid_request_error' } }]);
      expect(headers).not.toHaveProperty('access-control-allow-origin');
    }
  });
});

describe('secret key', () => {
  test.each([
    { origin: 'https://evil.example' },
    { origin: 'http://localhost:3000' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('rejects a request from a page: %j', async (page) => {
    const basic = { authorization: `Basic ${Buffer.from('sk_test_sandbox:').toString('base64')}` };
    for (const key of [SECRET, basic]) {
      for (const path of ['/v1/customers', '/v1/payment_intents/pi_x', '/_sandbox/objects?type=customer']) {
        const { status, headers, body } = await ask(path, { headers: { ...key, ...page } });
        expect([path, status, body.error.message]).toMatchObject([path, 401, expect.stringContaining('web pages')]);
        if (!path.includes('intents')) expect(headers).not.toHaveProperty('access-control-allow-origin');
      }
    }
  });

  test('opens an address that the user typed into the address bar', async () => {
    const { status } = await ask('/v1/customers', { headers: { ...SECRET, 'sec-fetch-site': 'none' } });
    expect(status).toBe(200);
  });

  test('rejects the secret key in a form and accepts the publishable key', async () => {
    const post = { method: 'POST', headers: FORM };
    const customer = await ask('/v1/customers', post, 'key=sk_test_sandbox&name=Mallory');
    expect([customer.status, customer.body.error.message]).toEqual([401, expect.stringContaining('Authorization')]);
    const card = 'card[number]=4242424242424242&card[exp_month]=12&card[exp_year]=2040';
    expect((await ask('/v1/tokens', post, `key=sk_test_sandbox&${card}`)).status).toBe(401);
    const token = await ask('/v1/tokens', post, `key=pk_test_sandbox&${card}`);
    expect([token.status, token.body.object]).toEqual([200, 'token']);
  });
});

test('allows pages of other origins to read only the answers of the publishable key', async () => {
  const origin = { origin: 'https://shop.example' };
  for (const { method, path, access } of ENDPOINTS) {
    const at = path.replace(/:\w+/g, 'x');
    const isOpen = access === 'browser';
    const preflight = await ask(at, {
      method: 'OPTIONS',
      headers: { ...origin, 'access-control-request-method': method },
    });
    const allowed = preflight.headers['access-control-allow-methods'] ?? '';
    expect([method, path, allowed.split(', ').includes(method)]).toEqual([method, path, isOpen]);
    const { headers } = await ask(at, { method, headers: { ...origin, ...PUBLISHABLE } });
    expect([method, path, headers['access-control-allow-origin']]).toEqual([method, path, isOpen ? '*' : undefined]);
  }
  for (const [path, shared] of [
    ['/stripe.js', '*'],
    ['/elements.js', undefined],
    ['/elements/card', undefined],
    ['/three_d_secure/challenge', undefined],
    ['/_sandbox/health', undefined],
    ['/nowhere', undefined],
  ]) {
    expect([path, (await ask(path ?? '')).headers['access-control-allow-origin']]).toEqual([path, shared]);
  }
  const control = await ask('/_sandbox/reset', { method: 'OPTIONS', headers: origin });
  expect(control.headers).not.toHaveProperty('access-control-allow-methods');
});

test('allows pages of known names to frame card fields and 3-D Secure and rejects all others', async () => {
  const ancestors = async (path: string) =>
    /frame-ancestors ([^;]*)/.exec(String((await ask(path)).headers['content-security-policy']))?.[1];
  const known = ['localhost', '127.0.0.1', 'payments.test', 'shop.example'];
  for (const path of ['/elements/card', '/elements/cardNumber', '/three_d_secure/challenge']) {
    const expected = ["'self'", ...known.flatMap((name) => [`http://${name}:*`, `https://${name}:*`])].join(' ');
    expect([path, await ancestors(path)]).toEqual([path, expected]);
  }
  for (const path of ['/three_d_secure/redirect', '/invoices/in_x/y', '/receipts/ch_x/y']) {
    expect([path, await ancestors(path)]).toEqual([path, "'none'"]);
  }
});
