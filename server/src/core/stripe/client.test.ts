import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { UnavailableError } from '../http/app-error.ts';
import type { StripeCall } from './bounded-http-client.ts';
import { createStripeClient, type StripeConnection } from './client.ts';
import { translated } from './errors.ts';

interface Seen {
  readonly call: string;
  readonly headers: IncomingMessage['headers'];
}

let seen: Seen[] = [];
let underWay = 0;
let maxConcurrent = 0;
/** The server's response to the nth attempt. */
let answer: (response: ServerResponse, attempt: number) => void = (response) => succeed(response);

const server = createServer((request, response) => {
  underWay += 1;
  maxConcurrent = Math.max(maxConcurrent, underWay);
  response.once('close', () => {
    underWay -= 1;
  });
  seen.push({ call: `${request.method} ${request.url}`, headers: request.headers });
  request.resume();
  answer(response, seen.length);
});
let base = '';

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  seen = [];
  maxConcurrent = 0;
  answer = (response) => succeed(response);
});

function succeed(response: ServerResponse) {
  // The SDK sends telemetry about calls that have an id.
  response.writeHead(200, { 'content-type': 'application/json', 'request-id': 'req_1' });
  response.end(JSON.stringify({ id: 'cus_1', object: 'customer' }));
}

function fail(response: ServerResponse, status: number, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ error: { type: 'api_error', message: 'Something is wrong on our side.' } }));
}

const connect = (options: Partial<StripeConnection> = {}) =>
  createStripeClient({ secretKey: 'sk_test_client', apiBase: base, ...options })();

const calls = {
  GET: async (options?: Partial<StripeConnection>) => (await connect(options)).customers.retrieve('cus_1'),
  POST: async (options?: Partial<StripeConnection>) =>
    (await connect(options)).customers.update('cus_1', { name: 'Acme' }, { idempotencyKey: 'operation-1' }),
  // The SDK sends no key with deletions.
  DELETE: async (options?: Partial<StripeConnection>) => (await connect(options)).customers.del('cus_1'),
};
const attempts = () => seen.length;

describe('a call to Stripe', () => {
  test('uses the API version of the portal’s types', async () => {
    await calls.GET();
    expect(seen[0]?.headers).toMatchObject({
      'stripe-version': '2026-10-28.endive',
      authorization: 'Bearer sk_test_client',
    });
  });

  test('sends no telemetry about the previous call', async () => {
    const stripe = await connect();
    await stripe.customers.retrieve('cus_1');
    await stripe.customers.retrieve('cus_1');
    expect(attempts()).toBe(2);
    expect(seen[1]?.headers).not.toHaveProperty('x-stripe-client-telemetry');
  });

  test.each(['GET', 'POST', 'DELETE'] as const)(
    '%s without a timely response fails, and is not repeated while the caller waits',
    async (method) => {
      answer = () => {};
      const from = performance.now();
      await expect(translated(() => calls[method]({ timeout: 200 }))).rejects.toThrow(UnavailableError);
      expect(performance.now() - from).toBeLessThan(5_000);
      expect(attempts()).toBe(1);
    },
  );

  test('waits at most ten seconds for a response', async () => {
    const stripe = await connect();
    expect((stripe as unknown as { getApiField(name: string): unknown }).getApiField('timeout')).toBe(10_000);
  });

  test.each(['GET', 'POST'] as const)('%s is repeated twice after a 500', async (method) => {
    answer = (response) => fail(response, 500);
    await expect(translated(() => calls[method]())).rejects.toThrow(UnavailableError);
    expect(attempts()).toBe(3);
  });

  test('is repeated with the same key', async () => {
    answer = (response, attempt) => (attempt < 3 ? response.destroy() : succeed(response));
    await calls.POST();
    expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual([
      'operation-1',
      'operation-1',
      'operation-1',
    ]);
  });

  test('is not repeated after a lost response if it changes something and has no key', async () => {
    answer = (response) => response.destroy();
    await expect(translated(() => calls.DELETE())).rejects.toThrow(UnavailableError);
    expect(attempts()).toBe(1);
  });

  test('is not repeated if Stripe says that a retry makes no sense', async () => {
    answer = (response) => fail(response, 503, { 'stripe-should-retry': 'false' });
    await expect(translated(() => calls.GET())).rejects.toThrow(UnavailableError);
    expect(attempts()).toBe(1);
  });

  test.each(['GET', 'POST'] as const)('%s is not repeated after a 429', async (method) => {
    answer = (response) => fail(response, 429);
    await expect(translated(() => calls[method]())).rejects.toMatchObject({ status: 503, retryAfter: 5 });
    expect(attempts()).toBe(1);
  });

  test('is repeated after a 429 if Stripe asks for it', async () => {
    answer = (response, attempt) =>
      attempt === 1 ? fail(response, 429, { 'stripe-should-retry': 'true' }) : succeed(response);
    await expect(calls.POST()).resolves.toMatchObject({ id: 'cus_1' });
    expect(attempts()).toBe(2);
  });
});

describe('many calls at once', () => {
  const later = (response: ServerResponse) => void setTimeout(() => succeed(response), 50);

  test('wait for their turn', async () => {
    answer = later;
    const stripe = await connect({ bounds: { atOnce: 3 } });
    await Promise.all(Array.from({ length: 12 }, () => stripe.customers.retrieve('cus_1')));
    expect(attempts()).toBe(12);
    expect(maxConcurrent).toBe(3);
  });

  test('are refused if too many wait, with a retry time', async () => {
    answer = later;
    const stripe = await connect({ bounds: { atOnce: 1, waiting: 2 } });
    const all = await Promise.allSettled(
      Array.from({ length: 6 }, () => translated(() => stripe.customers.retrieve('cus_1'))),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    for (const one of all.filter((settled) => settled.status === 'rejected')) {
      expect(one.reason).toMatchObject({
        code: 'ServiceUnavailable',
        status: 503,
        retryAfter: 5,
        message: 'problem.busy',
      });
    }
    expect(attempts()).toBe(3);
  });

  test('are refused if their turn does not come in time', async () => {
    answer = (response) => void setTimeout(() => succeed(response), 400);
    const stripe = await connect({ bounds: { atOnce: 1 } });
    const first = stripe.customers.retrieve('cus_1');
    const second = translated(() => stripe.customers.retrieve('cus_1', {}, { timeout: 100 }));
    await expect(second).rejects.toMatchObject({ status: 503 });
    // The timeout of the second call does not affect the first, which is already running.
    await expect(first).resolves.toMatchObject({ id: 'cus_1' });
    expect(attempts()).toBe(1);
  });

  test('are reported individually, without ids', async () => {
    const calls: StripeCall[] = [];
    answer = (response, attempt) => (attempt === 2 ? fail(response, 500) : succeed(response));
    const stripe = await connect({ onCall: (call) => calls.push(call) });
    await stripe.customers.retrieve('cus_NffrFeUfNV2Hib');
    await stripe.invoices.pay('in_1MtHbELkdIwHu7ix');
    await stripe.invoices.createPreview({ customer: 'cus_1' });
    expect(calls.map(({ operation, status }) => `${operation} ${status}`)).toEqual([
      'GET /v1/customers/{id} 200',
      'POST /v1/invoices/{id}/pay 500',
      'POST /v1/invoices/{id}/pay 200',
      'POST /v1/invoices/create_preview 200',
    ]);
    expect(calls.every(({ milliseconds }) => milliseconds >= 0)).toBe(true);
  });
});

describe('a live key', () => {
  test.each(['sk_live_1', 'rk_live_1'])('%s is sent only to Stripe', (secretKey) => {
    expect(() => createStripeClient({ secretKey, apiBase: base })).toThrow('is only sent to Stripe');
    expect(() => createStripeClient({ secretKey, apiBase: 'http://api.stripe.com' })).toThrow('is only sent to Stripe');
    expect(() => createStripeClient({ secretKey, apiBase: undefined })).not.toThrow();
    expect(() => createStripeClient({ secretKey, apiBase: 'https://api.stripe.com' })).not.toThrow();
  });
});
