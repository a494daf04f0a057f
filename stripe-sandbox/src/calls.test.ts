import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { onlyHere, useServer } from '../test/at-stripe.ts';
import { LEFT_OUT } from '../test/left-out.ts';
import { clientOf, errorOf } from '../test/sandbox.ts';
import { API_VERSION } from './version.ts';

/** Behavior that all calls share: refusals, keys and idempotency. */
const { stripe, url, key: secretKey, here } = await useServer();

test("rejects calls in Stripe's words", async () => {
  expect(await errorOf(stripe.customers.retrieve('cus_none'))).toMatchObject({
    type: 'StripeInvalidRequestError',
    statusCode: 404,
    code: 'resource_missing',
    param: 'id',
    message: "No such customer: 'cus_none'",
    doc_url: expect.stringMatching(/\/error-codes\/resource-missing$/),
  });
  // @ts-expect-error the SDK does not know this parameter either
  const unknown = await errorOf(stripe.customers.create({ nickname: 'x' }));
  expect(unknown).toMatchObject({
    statusCode: 400,
    code: 'parameter_unknown',
    param: 'nickname',
    message: 'Received unknown parameter: nickname',
  });
  expect(await errorOf(stripe.customers.list({ limit: 101 }))).toMatchObject({ statusCode: 400, param: 'limit' });
  // @ts-expect-error not a number
  expect(await errorOf(stripe.customers.create({ balance: 'much' }))).toMatchObject({
    code: 'parameter_invalid_integer',
    param: 'balance',
  });
  expect(await errorOf(stripe.customers.create({ expand: ['nothing'] }))).toMatchObject({
    statusCode: 400,
    param: 'expand',
  });
  const lost = await errorOf(stripe.rawRequest('GET', '/v1/nothing'));
  expect(lost.message).toMatch('Unrecognized request URL (GET: /v1/nothing)');
});

onlyHere('its client has one key')('rejects a wrong key and an insufficient one', async () => {
  const { sandbox } = here();
  expect(await errorOf(clientOf(sandbox, 'sk_test_wrong_key_here').customers.list())).toMatchObject({
    type: 'StripeAuthenticationError',
    statusCode: 401,
    message: 'Invalid API Key provided: sk_test_**********here',
  });
  expect(await errorOf(clientOf(sandbox, 'pk_test_sandbox').customers.list())).toMatchObject({
    statusCode: 401,
    code: 'secret_key_required',
  });
});

onlyHere('Stripe has it')("rejects an unsupported call of Stripe's API as an unknown address", async () => {
  for (const call of LEFT_OUT.flatMap(({ calls }) => calls)) {
    const [method = '', path = ''] = call.replaceAll('/:', '/cus_1').split(' ');
    const refused = await errorOf(stripe.rawRequest(method, path));
    expect([call, refused.statusCode]).toEqual([call, 404]);
    expect(refused.message).toContain(`Unrecognized request URL (${method}: ${path})`);
  }
  const keyless = await fetch(`${url}/v1/customers/search`);
  expect(keyless.status).toBe(401);
});

test('replays the answer of an idempotency key and rejects other parameters and concurrent calls', async () => {
  // Stripe keeps keys for a day, so a second run needs keys of its own.
  const [idempotencyKey, contested] = [randomUUID(), randomUUID()];
  const options = { idempotencyKey };
  const first = await stripe.customers.create({ name: 'Once' }, options);
  const again = await stripe.customers.create({ name: 'Once' }, options);
  expect(again.id).toBe(first.id);
  expect(again.lastResponse.idempotencyKey).toBe(idempotencyKey);
  expect(first.lastResponse.requestId).toMatch(/^req_/);
  expect(first.lastResponse.apiVersion).toBe(API_VERSION);
  expect(await errorOf(stripe.customers.create({ name: 'Twice' }, options))).toMatchObject({
    type: 'StripeIdempotencyError',
    statusCode: 400,
  });

  const raw = await fetch(`${url}/v1/customers`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${secretKey}`,
      'idempotency-key': idempotencyKey,
      'stripe-version': API_VERSION,
    },
    body: new URLSearchParams({ name: 'Once' }),
  });
  expect([raw.status, raw.headers.get('idempotent-replayed')]).toEqual([200, 'true']);

  const calls = await Promise.allSettled(
    Array.from({ length: 5 }, () => stripe.customers.create({ name: 'Race' }, { idempotencyKey: contested })),
  );
  const ids = new Set(calls.flatMap((call) => (call.status === 'fulfilled' ? [call.value.id] : [])));
  expect(ids.size).toBe(1);
  for (const call of calls) {
    if (call.status === 'rejected')
      expect(call.reason).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
  }
});

onlyHere('the test cannot wait a day')('keeps an idempotency key for 24 hours', async () => {
  const made = async (key: string) => (await stripe.customers.create({ name: key }, { idempotencyKey: key })).id;
  const age = (key: string, hours: number) =>
    here().database.query(
      'update idempotency_keys set created_at = now() - make_interval(hours => $2) where key = $1',
      [key, hours],
    );
  const [young, old] = [await made('young'), await made('old')];
  await age('young', 23);
  await age('old', 25);
  expect(await made('young')).toBe(young);
  const anew = await made('old');
  expect(anew).not.toBe(old);
  // The expired key can be used again, and repeats its new answer.
  expect(await made('old')).toBe(anew);
});
