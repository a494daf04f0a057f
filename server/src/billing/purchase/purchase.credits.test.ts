import type { ShippingDetails } from '@portico/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type FullPortal, startFullPortal } from '../../../test/full-portal.ts';
import { attachCard, newPerson, type Person } from '../../../test/operation-person.ts';
import { waitForStripeEvents } from '../../../test/wait-for-stripe-events.ts';
import { findKeptAmount } from './credits.ts';
import { basic, buy, listLiveAtStripe, type Selection, team } from './purchase.test-support.ts';

let portal: FullPortal;

beforeAll(async () => {
  portal = await startFullPortal({ queue: true });
});

const at = (address: Pick<ShippingDetails['address'], 'city' | 'country' | 'postalCode' | 'state'>) => ({
  name: 'Casey Quinn',
  address: { line1: '1 Main Street', ...address },
});
const untaxed = at({ city: 'Portland', state: 'OR', postalCode: '97201', country: 'US' });
const taxed = at({ city: 'Berlin', postalCode: '10115', country: 'DE' });
const seats = (quantity: number) => ({ items: team.items.map((item) => ({ ...item, quantity })) });

const quote = (person: Person, product: string, selection: Selection, shippingDetails: ShippingDetails) =>
  person.browser.post(`/api/Products/${product}/PreviewPurchase`, { ...selection, shippingDetails });

async function buys(person: Person, product: string, selection: Selection, shippingDetails: ShippingDetails) {
  const bought = await buy(person.browser, product, selection, await attachCard(person, 'pm_card_visa'), {
    shippingDetails,
  });
  expect(bought.json(), bought.body).toMatchObject({ status: 'succeeded' });
}

const getBalance = async ({ customerId }: Person) => {
  const customer = await portal.stripe.customers.retrieve(customerId);
  return customer.deleted ? undefined : customer.balance;
};

test('credits time without tax if it was charged without tax, even after purchases at other addresses', async () => {
  const person = await newPerson(portal);
  await buys(person, 'cloud', seats(3), untaxed);
  await buys(person, 'desktop', basic, taxed);
  await waitForStripeEvents(portal);
  const { subscriptionUpdateInvoiceDetails: now } = (await quote(person, 'cloud', seats(1), taxed)).json();
  // Three seats of 3,000 cents are credited, and one is charged with 19% tax.
  expect(now).toMatchObject({ total: -9000 + 3000 + 570 });
  await buys(person, 'cloud', seats(1), taxed);
  expect(await getBalance(person)).toBe(-9000 + 3570);
});

test('credits the charged tax to a customer who reduces at a new address', async () => {
  const person = await newPerson(portal);
  await buys(person, 'cloud', seats(3), taxed);
  await waitForStripeEvents(portal);
  await buys(person, 'cloud', seats(2), untaxed);
  expect(await getBalance(person)).toBe(-(9000 + 1710) + 6000);
});

test('rejects credits with another tax than the charged one, and changes nothing', async () => {
  const person = await newPerson(portal);
  await buys(person, 'cloud', seats(3), taxed);
  await waitForStripeEvents(portal);
  const { rowCount } = await portal.database.pool.query(
    "update stripe_invoice_lines set data = jsonb_set(data, '{taxes}', '[]') where customer_id = $1",
    [person.customerId],
  );
  expect(rowCount).toBe(1);
  for (const place of [taxed, untaxed]) {
    const refused = await quote(person, 'cloud', seats(1), place);
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toMatchObject({
      code: 'ValidationError',
      propertyErrors: { shippingDetails: [expect.stringContaining('the tax of the place where it was charged')] },
    });
  }
  expect((await quote(person, 'cloud', seats(4), untaxed)).statusCode).toBe(422);
});

test('fetches and stores a credited invoice that the mirror does not have', async () => {
  const person = await newPerson(portal);
  await buys(person, 'cloud', seats(3), untaxed);
  await waitForStripeEvents(portal);
  const { pool } = portal.database;
  await pool.query('delete from stripe_invoice_lines where customer_id = $1', [person.customerId]);
  await pool.query('delete from stripe_invoices where customer_id = $1', [person.customerId]);
  expect((await quote(person, 'cloud', seats(1), taxed)).statusCode).toBe(200);
  const { rows } = await pool.query('select amount::int from stripe_invoice_lines where customer_id = $1', [
    person.customerId,
  ]);
  expect(rows).toEqual([{ amount: 9000 }]);
});

test('credits time without an invoice only at the address of the last purchase', async () => {
  const person = await newPerson(portal);
  await buys(person, 'cloud', seats(3), untaxed);
  const [held] = await listLiveAtStripe(person);
  await portal.stripe.subscriptions.update(held?.id ?? '', {
    items: [{ id: held?.items.data[0]?.id ?? '', quantity: 5 }],
    proration_behavior: 'create_prorations',
  });
  await waitForStripeEvents(portal);
  expect((await quote(person, 'cloud', seats(1), taxed)).statusCode).toBe(422);
  expect((await quote(person, 'cloud', seats(1), untaxed)).statusCode).toBe(200);
});

describe('an amount that was already returned', () => {
  const refused = { code: 'Conflict', message: expect.stringContaining('refunded or written off') };

  async function paid() {
    const person = await newPerson(portal);
    await buys(person, 'cloud', seats(3), untaxed);
    const [invoice] = (await portal.stripe.invoices.list({ customer: person.customerId })).data;
    const [charge] = (await portal.stripe.charges.list({ customer: person.customerId })).data;
    return { person, invoice: invoice?.id ?? '', charge: charge?.id ?? '' };
  }

  test.each<[string, (of: { invoice: string; charge: string }) => Promise<unknown>]>([
    ['by a refund', ({ charge }) => portal.stripe.refunds.create({ charge })],
    [
      'by a note to the balance',
      ({ invoice }) => portal.stripe.creditNotes.create({ invoice, amount: 9000, credit_amount: 9000 }),
    ],
    [
      'by a note with a refund',
      ({ invoice }) => portal.stripe.creditNotes.create({ invoice, amount: 9000, refund_amount: 9000 }),
    ],
    [
      'by the bank',
      async ({ charge }) => {
        await waitForStripeEvents(portal);
        const disputed = `update stripe_charges set data = jsonb_set(data, '{disputed}', 'true') where id = $1`;
        await portal.database.pool.query(disputed, [charge]);
      },
    ],
  ])('%s is not credited again, and an added seat is charged alone', async (_, giveBack) => {
    const { person, ...of } = await paid();
    await giveBack(of);
    await waitForStripeEvents(portal);
    const lowered = await quote(person, 'cloud', seats(1), untaxed);
    expect(lowered.statusCode, lowered.body).toBe(409);
    expect(lowered.json()).toMatchObject(refused);
    const raised = await quote(person, 'cloud', seats(4), untaxed);
    expect(raised.json(), raised.body).toMatchObject({ subscriptionUpdateInvoiceDetails: { total: 3000 } });
    const later = { ...seats(1), when: 'periodEnd', shippingDetails: untaxed };
    expect((await person.browser.post('/api/Products/cloud/PreviewPurchase', later)).statusCode).toBe(200);
  });

  test('allows credits up to the kept amount after a small refund', async () => {
    const person = await newPerson(portal);
    await buys(person, 'desktop', { ...basic, addons: { 'forensics-monthly': 1 } }, untaxed);
    const [charge] = (await portal.stripe.charges.list({ customer: person.customerId })).data;
    await portal.stripe.refunds.create({ charge: charge?.id ?? '', amount: 500 });
    await waitForStripeEvents(portal);
    expect((await quote(person, 'desktop', basic, untaxed)).statusCode).toBe(200);
  });

  test('counts as unpaid if its invoice was voided', async () => {
    const { person } = await paid();
    const [held] = await listLiveAtStripe(person);
    const card = await attachCard(person, 'pm_card_chargeCustomerFail');
    const changed = await portal.stripe.subscriptions.update(held?.id ?? '', {
      default_payment_method: card,
      items: [{ id: held?.items.data[0]?.id ?? '', quantity: 9 }],
      proration_behavior: 'always_invoice',
    });
    await portal.stripe.invoices.voidInvoice(String(changed.latest_invoice));
    await waitForStripeEvents(portal);
    const answer = await quote(person, 'cloud', seats(1), untaxed);
    expect(answer.statusCode, answer.body).toBe(409);
    expect(answer.json()).toMatchObject(refused);
    const raised = await quote(person, 'cloud', seats(10), untaxed);
    expect(raised.json(), raised.body).toMatchObject({ subscriptionUpdateInvoiceDetails: { total: 3000 } });
  });
});

describe('the kept amount of an invoice (CRED-6)', () => {
  type Invoice = Parameters<typeof findKeptAmount>[1] extends ReadonlyMap<string, infer Value> ? Value : never;
  const invoice = (more: Partial<Invoice>): Invoice => ({
    status: 'paid',
    total: 4_900,
    returned: 0,
    credits: [],
    ...more,
  });
  // A second seat was added later: the first invoice was credited, and both seats were charged.
  const added = invoice({ total: 4_743, credits: [{ invoiceId: 'in_1', amount: 4_743 }] });
  const keptOf = (first: Partial<Invoice>, last = added) =>
    findKeptAmount(
      'in_2',
      new Map([
        ['in_1', invoice(first)],
        ['in_2', last],
      ]),
    );

  test.each<[string, Partial<Invoice>, number]>([
    ['counts what it took over from a paid invoice', {}, 9_486],
    ['takes nothing over from a draft that nobody pays', { status: 'draft' }, 4_743],
    ['takes nothing over from a void invoice', { status: 'void' }, 4_743],
    ['takes nothing over from an invoice that was refunded', { returned: 4_900 }, 4_743],
    ['takes over what is left of a partly refunded invoice', { returned: 900 }, 8_743],
  ])('%s', (_, first, expected) => {
    expect(keptOf(first)).toBe(expected);
  });

  test('is what is left after a change that paid out', () => {
    const lowered = invoice({ total: -4_743, credits: [{ invoiceId: 'in_1', amount: 9_486 }] });
    expect(keptOf({ total: 9_800 }, lowered)).toBe(4_743);
  });
});
