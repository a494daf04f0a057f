import { expect, test } from 'vitest';
import { clientOf, errorOf, useSandbox } from '../../test/sandbox.ts';

const { stripe, sandbox } = await useSandbox();

test('a customer keeps what it is given, merges metadata and clears with empty text', async () => {
  const made = await stripe.customers.create({
    email: 'ada@lovelace.example',
    name: 'Ada',
    address: { line1: '1 Main St', country: 'DE' },
    metadata: { a: '1', b: '2' },
  });
  expect(made).toMatchObject({
    object: 'customer',
    balance: 0,
    livemode: false,
    address: { country: 'DE', city: null },
  });
  const changed = await stripe.customers.update(made.id, { metadata: { a: '', c: '3' }, name: '' });
  expect(changed.metadata).toEqual({ b: '2', c: '3' });
  expect(changed.name).toBeNull();
  expect((await stripe.customers.update(made.id, { metadata: '' })).metadata).toEqual({});
  expect(await stripe.customers.del(made.id)).toEqual({ id: made.id, object: 'customer', deleted: true });
  expect(await stripe.customers.retrieve(made.id)).toMatchObject({ deleted: true });
  expect((await errorOf(stripe.customers.update(made.id, { name: 'x' }))).code).toBe('resource_missing');
});

test('lists page with cursors in both directions', async () => {
  const ids: string[] = [];
  for (let index = 0; index < 5; index += 1)
    ids.unshift((await stripe.customers.create({ email: 'page@list.example' })).id);
  const first = await stripe.customers.list({ email: 'page@list.example', limit: 2 });
  expect([first.data.map(({ id }) => id), first.has_more]).toEqual([ids.slice(0, 2), true]);
  const second = await stripe.customers.list({ email: 'page@list.example', limit: 3, starting_after: ids[1] });
  expect([second.data.map(({ id }) => id), second.has_more]).toEqual([ids.slice(2), false]);
  const back = await stripe.customers.list({ email: 'page@list.example', limit: 2, ending_before: ids[3] });
  expect([back.data.map(({ id }) => id), back.has_more]).toEqual([[ids[1], ids[2]], true]);
  const all: string[] = [];
  for await (const customer of stripe.customers.list({ email: 'page@list.example', limit: 2 })) all.push(customer.id);
  expect(all).toEqual(ids);
});

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
