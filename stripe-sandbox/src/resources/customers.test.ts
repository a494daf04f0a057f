import { expect, test } from 'vitest';
import { useStripe } from '../../test/at-stripe.ts';
import { errorOf } from '../../test/sandbox.ts';

const stripe = await useStripe();

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
  const address = `page${Date.now()}@list.example`;
  for (let index = 0; index < 5; index += 1) ids.unshift((await stripe.customers.create({ email: address })).id);
  const first = await stripe.customers.list({ email: address, limit: 2 });
  expect([first.data.map(({ id }) => id), first.has_more]).toEqual([ids.slice(0, 2), true]);
  const second = await stripe.customers.list({ email: address, limit: 3, starting_after: ids[1] });
  expect([second.data.map(({ id }) => id), second.has_more]).toEqual([ids.slice(2), false]);
  const back = await stripe.customers.list({ email: address, limit: 2, ending_before: ids[3] });
  expect([back.data.map(({ id }) => id), back.has_more]).toEqual([[ids[1], ids[2]], true]);
  const all: string[] = [];
  for await (const customer of stripe.customers.list({ email: address, limit: 2 })) all.push(customer.id);
  expect(all).toEqual(ids);
});
