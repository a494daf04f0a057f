import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FullPortal, type FullPortalOptions, startFullPortal } from '../../../test/full-portal.ts';
import { newPerson, type Person } from '../../../test/operation-person.ts';
import { describeDiscount } from './discounts.ts';

let portal: FullPortal;
let person: Person;

/** A portal for each group, with a new person for each test. */
function inPortal(options: FullPortalOptions): void {
  beforeAll(async () => {
    portal = await startFullPortal(options);
  });
  beforeEach(async () => {
    person = await newPerson(portal);
  });
}

/** Buys a seat with a coupon. @returns the invoice's id */
async function buyWith(coupon: string): Promise<string> {
  const product = '/api/Products/cloud';
  const choice = {
    coupon,
    items: [{ subscriptionPlanId: 'cloud-team', priceId: 'cloud-team-monthly', quantity: 1 }],
  };
  const { taxTransactionId } = (await person.browser.post(`${product}/PreviewPurchase`, choice)).json();
  const { data } = await portal.stripe.customers.listPaymentMethods(person.customerId);
  const purchase = { ...choice, paymentMethodId: data[0]?.id, taxTransactionId };
  const bought = await person.browser.post(`${product}/Purchase`, purchase);
  expect(bought.json(), bought.body).toMatchObject({ status: 'succeeded' });
  const [invoice] = (await portal.stripe.invoices.list({ customer: person.customerId })).data;
  return invoice?.id ?? '';
}

const listDiscounts = async (invoiceId: string) =>
  (await person.browser.get(`/api/Subscription/invoices/${invoiceId}/Details`)).json().discounts;

const waitUntilNamed = (invoiceId: string, name: string) =>
  expect.poll(async () => (await listDiscounts(invoiceId))[0]?.name, { timeout: 20_000 }).toBe(name);

describe('an invoice with a coupon', () => {
  inPortal({ queue: true });

  test('shows the typed code on its page, in the CSV file and in its mail', async () => {
    const invoiceId = await buyWith('half');
    await waitUntilNamed(invoiceId, 'HALF');
    expect(await listDiscounts(invoiceId)).toEqual([{ name: 'HALF', percentOff: 50, amountOff: null, amount: 1500 }]);
    const { body } = await person.browser.get('/Reports/InvoicesReport?format=csv');
    expect(body).toContain(',30.00,15.00,HALF,0.00,15.00,');
    const page = await (
      await fetch(String((await portal.stripe.invoices.retrieve(invoiceId)).hosted_invoice_url))
    ).text();
    expect(page).toContain('Discount HALF (50% off)');
  });

  test('shows the name and amount of a coupon that the vendor gave without a code', async () => {
    const coupon = await portal.stripe.coupons.create({
      amount_off: 500,
      currency: 'usd',
      name: 'Loyalty',
      duration: 'once',
    });
    await portal.stripe.invoiceItems.create({ customer: person.customerId, amount: 2_000, currency: 'usd' });
    const draft = await portal.stripe.invoices.create({
      customer: person.customerId,
      pending_invoice_items_behavior: 'include',
      discounts: [{ coupon: coupon.id }],
    });
    const { id = '' } = await portal.stripe.invoices.finalizeInvoice(draft.id ?? '');
    await waitUntilNamed(id, 'Loyalty');
    expect(await listDiscounts(id)).toEqual([{ name: 'Loyalty', percentOff: null, amountOff: 500, amount: 500 }]);
  });

  test('has discounts, unlike an invoice without a coupon', async () => {
    await portal.stripe.invoiceItems.create({ customer: person.customerId, amount: 2_000, currency: 'usd' });
    const { id = '' } = await portal.stripe.invoices.create({
      customer: person.customerId,
      pending_invoice_items_behavior: 'include',
    });
    await portal.app.gateway.mirror.refresh('invoice', id);
    expect(await listDiscounts(id)).toEqual([]);
  });
});

describe('an invoice whose coupon was unknown when it was stored', () => {
  // Without a queue, no job fetches the name.
  inPortal({});

  test('gets the coupon’s name from the nightly job, with one call per discount', async () => {
    const invoiceId = await buyWith('THREE');
    expect(await listDiscounts(invoiceId)).toMatchObject([{ name: null, amount: 600 }]);
    const nightly = portal.app.jobs.find(({ name }) => name === 'invoice-discounts-missing');
    await nightly?.run({} as never, { isLast: false });
    expect(await listDiscounts(invoiceId)).toMatchObject([{ name: 'THREE', percentOff: 20 }]);
    const { rows } = await portal.database.pool.query('select count(*)::int from stripe_discounts');
    await nightly?.run({} as never, { isLast: false });
    expect((await portal.database.pool.query('select count(*)::int from stripe_discounts')).rows).toEqual(rows);
  });
});

test.each([
  [
    { name: 'SPRING25', percentOff: 25, amountOff: null },
    'Discount SPRING25 (25% off)',
    'Rabais SPRING25 (25\u00a0% de réduction)',
  ],
  [
    { name: 'Loyalty', percentOff: null, amountOff: 500 },
    'Discount Loyalty ($5.00 off)',
    'Rabais Loyalty (5,00\u00a0$\u00a0US de réduction)',
  ],
  [{ name: 'Gone', percentOff: null, amountOff: null }, 'Discount Gone', 'Rabais Gone'],
  [{ name: null, percentOff: null, amountOff: null }, 'Discount', 'Rabais'],
])('describes the discount %o in both languages', (discount, english, french) => {
  expect(describeDiscount(discount, 'usd', 'en', null)).toBe(english);
  expect(describeDiscount(discount, 'usd', 'fr', null)).toBe(french);
});
