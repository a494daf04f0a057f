import { expect, test } from 'vitest';
import { useStripe } from '../../test/at-stripe.ts';
import { advance } from '../../test/clocks.ts';
import { customerWithCard, errorOf } from '../../test/sandbox.ts';

const stripe = await useStripe();

test('keeps the given values, merges metadata and clears values with empty text', async () => {
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

test('attaches a named test card at creation and accepts its name as a default', async () => {
  const made = await stripe.customers.create({
    payment_method: 'pm_card_visa',
    invoice_settings: { default_payment_method: 'pm_card_visa' },
  });
  const [visa, ...others] = (await stripe.customers.listPaymentMethods(made.id)).data;
  expect(others).toEqual([]);
  expect(visa?.id).not.toBe('pm_card_visa');
  expect(made.invoice_settings.default_payment_method).toBe(visa?.id);

  const mastercard = await stripe.paymentMethods.attach('pm_card_mastercard', { customer: made.id });
  const changed = await stripe.customers.update(made.id, {
    invoice_settings: { default_payment_method: 'pm_card_mastercard' },
  });
  expect(changed.invoice_settings.default_payment_method).toBe(mastercard.id);
  expect((await stripe.customers.listPaymentMethods(made.id)).data).toHaveLength(2);

  const price = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 1000,
    recurring: { interval: 'month' },
    product_data: { name: 'Named card' },
  });
  const subscription = await stripe.subscriptions.create({
    customer: made.id,
    items: [{ price: price.id }],
    default_payment_method: 'pm_card_visa',
  });
  expect(subscription).toMatchObject({ status: 'active', default_payment_method: visa?.id });
});

test('rejects a default test card that the customer does not have', async () => {
  const bare = await stripe.customers.create();
  const missing = { code: 'resource_missing', param: 'invoice_settings[default_payment_method]' };
  const asDefault = { invoice_settings: { default_payment_method: 'pm_card_visa' } };
  expect(await errorOf(stripe.customers.update(bare.id, asDefault))).toMatchObject(missing);
  expect(await errorOf(stripe.customers.create(asDefault))).toMatchObject(missing);
  expect((await stripe.customers.listPaymentMethods(bare.id)).data).toEqual([]);
});

test('returns pages with cursors in both directions', async () => {
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

test('records the difference of a new balance', async () => {
  const customer = await stripe.customers.create({ balance: -700 });
  expect(customer).toMatchObject({ balance: -700 });
  await stripe.customers.update(customer.id, { balance: 300, name: 'Ada' });
  await stripe.customers.update(customer.id, { balance: 300 });
  const { data } = await stripe.customers.listBalanceTransactions(customer.id);
  expect(data.map(({ amount, ending_balance, type }) => [amount, ending_balance, type])).toEqual([
    [1000, 300, 'adjustment'],
    [-700, -700, 'adjustment'],
  ]);
});

test('rejects metadata with more than fifty keys after merging', async () => {
  const keys = (prefix: string, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, 'x']));
  const { id } = await stripe.customers.create({ metadata: keys('a', 30) });
  expect(await errorOf(stripe.customers.update(id, { metadata: keys('b', 21) }))).toMatchObject({ param: 'metadata' });
  const { metadata } = await stripe.customers.update(id, { metadata: { ...keys('b', 21), a0: '' } });
  expect(Object.keys(metadata)).toHaveLength(50);
});

test('no longer bills a deleted customer, and lets their clock continue', async () => {
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: 1_767_225_600 });
  const customer = await customerWithCard(stripe, 'pm_card_visa', { test_clock: clock.id });
  await stripe.invoiceItems.create({ customer: customer.id, amount: 1000, currency: 'usd' });
  const draft = await stripe.invoices.create({
    customer: customer.id,
    auto_advance: true,
    pending_invoice_items_behavior: 'include',
  });
  await stripe.customers.del(customer.id);
  await advance(stripe, clock.id, 1_767_225_600 + 5 * 86_400);
  expect(await stripe.invoices.retrieve(draft.id)).toMatchObject({ auto_advance: false, attempted: false });
});

test('stores tax numbers of customers, verifies them, and prints them on invoices with the customer’s own fields', async () => {
  const { id } = await stripe.customers.create({
    name: 'Étoile',
    email: 'billing@etoile.example',
    preferred_locales: ['fr-CA'],
    invoice_settings: { custom_fields: [{ name: 'Bon de commande', value: 'PO-4711' }] },
  });
  const made = await stripe.customers.createTaxId(id, { type: 'eu_vat', value: 'de 123.456.789' });
  expect(made).toMatchObject({
    country: 'DE',
    customer: id,
    value: 'DE123456789',
    verification: { status: 'verified', verified_name: 'Étoile' },
  });
  const statusOf = async (type: 'eu_vat' | 'gb_vat' | 'us_ein', value: string) =>
    (await stripe.customers.createTaxId(id, { type, value })).verification?.status;
  expect(await statusOf('eu_vat', 'DE111111111')).toBe('unverified');
  expect(await statusOf('gb_vat', 'GB222222222')).toBe('pending');
  expect(await statusOf('us_ein', '12-3456789')).toBe('unavailable');
  expect(await errorOf(stripe.customers.createTaxId(id, { type: 'ca_bn', value: '12' }))).toMatchObject({
    code: 'tax_id_invalid',
    param: 'value',
  });
  expect((await errorOf(stripe.customers.createTaxId(id, { type: 'us_ein', value: '123456789' }))).param).toBe('value');
  const { data } = await stripe.customers.listTaxIds(id);
  expect(data).toHaveLength(4);
  expect((await stripe.customers.retrieveTaxId(id, made.id)).id).toBe(made.id);
  for (const { id: other } of data) if (other !== made.id) await stripe.customers.deleteTaxId(id, other);
  expect((await stripe.customers.retrieve(id, { expand: ['tax_ids'] })) as object).toMatchObject({
    tax_ids: { data: [{ id: made.id }] },
  });

  await stripe.invoiceItems.create({ customer: id, amount: 1000, currency: 'usd' });
  const draft = await stripe.invoices.create({ customer: id, pending_invoice_items_behavior: 'include' });
  const invoice = await stripe.invoices.finalizeInvoice(draft.id ?? '');
  expect(invoice).toMatchObject({
    customer_name: 'Étoile',
    customer_email: 'billing@etoile.example',
    customer_tax_ids: [{ type: 'eu_vat', value: 'DE123456789' }],
    custom_fields: [{ name: 'Bon de commande', value: 'PO-4711' }],
  });
});
