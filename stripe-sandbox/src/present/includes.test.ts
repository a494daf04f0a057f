import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { onlyHere, useStripe } from '../../test/at-stripe.ts';
import { customerWithCard, errorOf, expanded, monthly } from '../../test/sandbox.ts';

const stripe = await useStripe();

/** A customer in each state until deletion. */
function alive(customer: Stripe.Customer | Stripe.DeletedCustomer): Stripe.Customer {
  if (customer.deleted) throw new Error(`${customer.id} is deleted`);
  return customer;
}

test('shows ten subscriptions of a customer, newest first, and lists the rest', async () => {
  const customer = await customerWithCard(stripe);
  const gold = await monthly(stripe, 1000);
  expect(alive(await stripe.customers.retrieve(customer.id))).not.toHaveProperty('subscriptions');
  const expand = ['subscriptions', 'subscriptions.data.latest_invoice'];
  const subscribe = () => stripe.subscriptions.create({ customer: customer.id, items: [{ price: gold.id }] });
  await stripe.subscriptions.cancel((await subscribe()).id);
  const { subscriptions: none } = await stripe.customers.update(customer.id, { expand });
  expect(none).toMatchObject({ object: 'list', data: [], has_more: false });
  const made: string[] = [];
  for (let index = 0; index < 11; index += 1) made.unshift((await subscribe()).id);
  await stripe.prices.update(gold.id, { nickname: 'Gold by the month' });

  const changed = await stripe.customers.update(customer.id, { description: 'Looked at', expand });
  const read = alive(await stripe.customers.retrieve(customer.id, { expand }));
  expect(changed.description).toBe('Looked at');
  for (const { subscriptions } of [changed, read]) {
    const { data = [], ...list } = subscriptions ?? {};
    expect(list).toEqual({ object: 'list', has_more: true, url: `/v1/customers/${customer.id}/subscriptions` });
    expect(new Set(data.map(({ id }) => id))).toEqual(new Set(made.slice(0, 10)));
    for (const { id, latest_invoice, items } of data) {
      const { status, parent } = expanded(latest_invoice);
      expect([status, parent?.subscription_details?.subscription]).toEqual(['paid', id]);
      expect(items.data[0]?.price.nickname).toBe('Gold by the month');
    }
  }
  const last = read.subscriptions?.data.at(-1)?.id ?? '';
  const rest = await stripe.subscriptions.list({ customer: customer.id, starting_after: last });
  expect([rest.data.map(({ id }) => id), rest.has_more]).toEqual([made.slice(10), false]);
});

test('shows empty lists and the tax location of a new customer', async () => {
  const customer = await stripe.customers.create({
    address: { country: 'FR' },
    tax: { ip_address: '203.0.113.7' },
    expand: ['subscriptions', 'sources', 'tax_ids', 'tax'],
  });
  const empty = (name: string) => ({
    object: 'list',
    data: [],
    has_more: false,
    url: `/v1/customers/${customer.id}/${name}`,
  });
  expect(customer).toMatchObject({
    subscriptions: empty('subscriptions'),
    sources: empty('sources'),
    tax_ids: empty('tax_ids'),
    tax: { ip_address: '203.0.113.7', location: { country: 'FR', source: 'billing_address' } },
  });
});

onlyHere('Stripe stores these fields')('rejects an expansion of fields that are not stored', async () => {
  const customer = await stripe.customers.create({ email: 'ada@lovelace.example' });
  for (const name of ['cash_balance', 'invoice_credit_balance', 'nonsense', 'email']) {
    const refusal = {
      statusCode: 400,
      type: 'StripeInvalidRequestError',
      message: `This property cannot be expanded (${name}).`,
    };
    expect(await errorOf(stripe.customers.retrieve(customer.id, { expand: [name] }))).toMatchObject(refusal);
    const given = { description: 'Not taken', expand: [name] };
    expect(await errorOf(stripe.customers.update(customer.id, given))).toMatchObject(refusal);
  }
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ description: null });
  expect((await errorOf(stripe.customers.list({ expand: ['subscriptions'] }))).message).toBe(
    "This property cannot be expanded (subscriptions). You may want to try expanding 'data.subscriptions' instead.",
  );
});

test('keeps a deleted object unchanged under an expansion', async () => {
  const customer = await stripe.customers.create();
  const invoice = await stripe.invoices.create({ customer: customer.id, auto_advance: false });
  await stripe.customers.del(customer.id);
  const gone = { id: customer.id, object: 'customer', deleted: true };
  expect(await stripe.customers.retrieve(customer.id, { expand: ['subscriptions', 'tax'] })).toEqual(gone);
  const expand = ['customer.subscriptions', 'customer.invoice_settings.default_payment_method'];
  expect((await stripe.invoices.retrieve(invoice.id, { expand })).customer).toEqual(gone);
});

test('shows ten lines of an invoice and ten refunds of a charge in lists as well', async () => {
  const customer = await customerWithCard(stripe);
  for (let index = 0; index < 11; index += 1)
    await stripe.invoiceItems.create({ customer: customer.id, amount: 1000, currency: 'usd' });
  const invoice = await stripe.invoices.create({
    customer: customer.id,
    pending_invoice_items_behavior: 'include',
    auto_advance: false,
  });
  const [listed] = (await stripe.invoices.list({ customer: customer.id })).data;
  expect([listed?.lines.data.length, listed?.lines.has_more]).toEqual([10, true]);
  expect(listed).toEqual({ ...invoice, lastResponse: undefined });

  const { latest_charge: charge } = await stripe.paymentIntents.create({
    amount: 1100,
    currency: 'usd',
    customer: customer.id,
    payment_method: 'pm_card_visa',
    allowed_payment_method_types: ['card'],
    confirm: true,
  });
  for (let index = 0; index < 11; index += 1) await stripe.refunds.create({ charge: String(charge), amount: 100 });
  const { refunds } = await stripe.charges.retrieve(String(charge), { expand: ['refunds'] });
  expect([refunds?.data.length, refunds?.has_more]).toEqual([10, true]);
});
