import { expect, test } from 'vitest';
import { LEFT_OUT } from '../test/left-out.ts';
import { clientOf, errorOf, useSandbox } from '../test/sandbox.ts';

/** What all calls have in common: refusals, keys and idempotency. */
const { stripe, sandbox } = await useSandbox();

test('refusals are in Stripe words', async () => {
  expect(await errorOf(stripe.customers.retrieve('cus_none'))).toMatchObject({
    type: 'StripeInvalidRequestError',
    statusCode: 404,
    code: 'resource_missing',
    param: 'id',
    message: "No such customer: 'cus_none'",
    doc_url: 'https://docs.stripe.com/error-codes/resource-missing',
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
  expect(await errorOf(clientOf(sandbox, 'sk_test_wrong_key_here').customers.list())).toMatchObject({
    type: 'StripeAuthenticationError',
    statusCode: 401,
    message: 'Invalid API Key provided: sk_test_**********here',
  });
  expect(await errorOf(clientOf(sandbox, 'pk_test_sandbox').customers.list())).toMatchObject({
    statusCode: 401,
    code: 'secret_key_required',
  });
  const lost = await errorOf(stripe.rawRequest('GET', '/v1/nothing'));
  expect(lost.message).toMatch('Unrecognized request URL (GET: /v1/nothing)');
});

test('what Stripe has and the sandbox has not is an address that it does not know', async () => {
  for (const call of LEFT_OUT.flatMap(({ calls }) => calls)) {
    const [method = '', path = ''] = call.replaceAll('/:', '/cus_1').split(' ');
    const refused = await errorOf(stripe.rawRequest(method, path));
    expect([call, refused.statusCode]).toEqual([call, 404]);
    expect(refused.message).toContain(`Unrecognized request URL (${method}: ${path})`);
  }
  const keyless = await fetch(`${sandbox.url}/v1/customers/search`);
  expect(keyless.status).toBe(401);
});

test('an idempotency key replays its answer, refuses other parameters and a second call at the same time', async () => {
  const options = { idempotencyKey: 'key-1' };
  const first = await stripe.customers.create({ name: 'Once' }, options);
  const again = await stripe.customers.create({ name: 'Once' }, options);
  expect(again.id).toBe(first.id);
  expect(again.lastResponse.idempotencyKey).toBe('key-1');
  expect(first.lastResponse.requestId).toMatch(/^req_/);
  expect(first.lastResponse.apiVersion).toBe('2026-10-28.endive');
  expect(await errorOf(stripe.customers.create({ name: 'Twice' }, options))).toMatchObject({
    type: 'StripeIdempotencyError',
    statusCode: 400,
  });

  const raw = await fetch(`${sandbox.url}/v1/customers`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_sandbox', 'idempotency-key': 'key-1' },
    body: new URLSearchParams({ name: 'Once' }),
  });
  expect([raw.status, raw.headers.get('idempotent-replayed')]).toEqual([200, 'true']);

  const calls = await Promise.allSettled(
    Array.from({ length: 5 }, () => stripe.customers.create({ name: 'Race' }, { idempotencyKey: 'key-2' })),
  );
  const ids = new Set(calls.flatMap((call) => (call.status === 'fulfilled' ? [call.value.id] : [])));
  expect(ids.size).toBe(1);
  for (const call of calls) {
    if (call.status === 'rejected')
      expect(call.reason).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
  }
});
