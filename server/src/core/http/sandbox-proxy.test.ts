import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { pino } from 'pino';
import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { closeAfterTests } from '../../../test/clean-up.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { startTestSandbox } from '../../../test/full-portal.ts';
import { createStripeClient } from '../stripe/index.ts';
import { sandboxKeys } from '../stripe/sandbox-host.ts';
import { registerSandboxProxy } from './sandbox-proxy.ts';
import { installSecurityHeaders } from './security-headers.ts';
import { createHttpServer } from './server.ts';

let stripe: Stripe;
let visitor: Browser;

beforeAll(async () => {
  const { url } = await startTestSandbox((await createTestDatabase()).url, undefined);
  stripe = await createStripeClient({ secretKey: sandboxKeys.secretKey, apiBase: url })();
  const app = await createHttpServer({
    logger: pino({ level: 'silent' }),
    trustedProxies: [],
    strictResponses: true,
  });
  installSecurityHeaders(app, () => 'http://localhost:3000');
  await registerSandboxProxy(app, { sandboxUrl: url, publishableKey: sandboxKeys.publishableKey });
  closeAfterTests(() => app.close());
  visitor = new Browser(app);
});

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const secretKey = { authorization: `Bearer ${sandboxKeys.secretKey}` };

describe('the sandbox from outside', () => {
  test('serves its script and its card fields, framed only by the portal', async () => {
    expect((await visitor.get('/stripe-sandbox/stripe.js')).statusCode).toBe(200);
    const page = await visitor.get('/stripe-sandbox/elements/card');
    expect(page.statusCode).toBe(200);
    expect(page.headers['x-frame-options']).toBe('SAMEORIGIN');
  });

  test('grants nothing to a request with its secret key, in any form', async () => {
    const basic = `Basic ${Buffer.from(`${sandboxKeys.secretKey}:`).toString('base64')}`;
    const answers = await Promise.all([
      visitor.get('/stripe-sandbox/v1/customers', { headers: secretKey }),
      visitor.get('/STRIPE-sandbox/v1/customers', { headers: secretKey }),
      visitor.get('/stripe-sandbox/v1/customers', { headers: { authorization: basic } }),
      visitor.get('/stripe-sandbox/v1/webhook_endpoints', { headers: secretKey }),
      visitor.get('/stripe-sandbox/v1/events', { headers: secretKey }),
      visitor.post('/stripe-sandbox/v1/customers', `key=${sandboxKeys.secretKey}&name=Mallory`, { headers: form }),
      visitor.post('/stripe-sandbox/v1/webhook_endpoints', 'url=http%3A%2F%2F127.0.0.1%2F&enabled_events[]=*', {
        headers: { ...form, ...secretKey },
      }),
    ]);
    for (const answer of answers) {
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toMatchObject({ error: { code: 'secret_key_required' } });
    }
    expect((await stripe.customers.list()).data.some(({ name }) => name === 'Mallory')).toBe(false);
  });

  test.each([
    '/stripe-sandbox/_sandbox/health',
    '/stripe-sandbox//_sandbox/health',
    '/stripe-sandbox/%5Fsandbox/health',
    '/stripe-sandbox/%255Fsandbox/health',
    '/stripe-sandbox/\\_sandbox/health',
    '/stripe-sandbox/v1/%2e%2e/%5fsandbox/health',
  ])('does not expose its control API: %s', async (address) => {
    const answer = await visitor.get(address, { headers: secretKey });
    expect([400, 401, 404]).toContain(answer.statusCode);
    expect(answer.body).not.toContain('instance');
  });

  describe('the sandbox proxy', async () => {
    const seen: { url: string | undefined; headers: IncomingHttpHeaders }[] = [];
    const upstream = createServer(({ url, headers }, response) => {
      seen.push({ url, headers });
      response.end('{}');
    });
    upstream.listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    const app = Fastify();
    const { port } = upstream.address() as AddressInfo;
    await registerSandboxProxy(app, { sandboxUrl: `http://127.0.0.1:${port}`, publishableKey: 'pk_test_x' });
    afterAll(async () => {
      await app.close();
      upstream.close();
    });
    beforeEach(() => void seen.splice(0));

    test('forwards neither the portal’s cookies nor idempotency keys, so that nobody can use up the portal’s keys', async () => {
      const headers = {
        accept: 'text/javascript',
        authorization: `Bearer ${sandboxKeys.secretKey}`,
        cookie: 'portico_session=secret',
        'idempotency-key': 'operation-1',
        'stripe-account': 'acct_1',
        'x-forwarded-for': '10.0.0.1',
      };
      for (const method of ['GET', 'POST'] as const) {
        await app.inject({ method, url: '/stripe-sandbox/v1/payment_methods', headers });
      }
      expect(seen).toHaveLength(2);
      for (const { headers: passed } of seen) {
        expect(passed).toMatchObject({ accept: 'text/javascript', authorization: 'Bearer pk_test_x' });
        for (const name of ['cookie', 'idempotency-key', 'stripe-account', 'x-forwarded-for']) {
          expect(passed).not.toHaveProperty(name);
        }
      }
    });

    test('never forwards control calls, however they are spelled', async () => {
      for (const path of [
        '_sandbox/reset',
        '_SANDBOX/reset',
        '%5fSandbox/reset',
        'v1/..%2f_sandbox/reset',
        '.\\_sandbox/reset',
        'x\\..\\_sandbox/reset',
        '.%5c_sandbox/reset',
        'v1/.\t./_sandbox/reset',
        '_sand\tbox/reset',
        '%E0%A4%A',
      ]) {
        const { statusCode } = await app.inject({ method: 'POST', url: `/stripe-sandbox/${path}` });
        expect([400, 404], path).toContain(statusCode);
      }
      expect(seen).toEqual([]);
    });
  });

  test('rejects a real card number without repeating it', async () => {
    const number = '4532015112830366';
    const answer = await visitor.post(
      '/stripe-sandbox/v1/payment_methods',
      `type=card&card[number]=${number}&card[exp_month]=12&card[exp_year]=2040&card[cvc]=123`,
      { headers: form },
    );
    expect(answer.statusCode).toBe(402);
    expect(answer.body).not.toContain(number);
  });
});
