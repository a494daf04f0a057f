import { beforeAll, describe, expect, test } from 'vitest';
import { type FullPortal, savedAddress, startFullPortal } from '../../../test/full-portal.ts';
import { attachCard, newPerson, type Person } from '../../../test/operation-person.ts';
import { basic, listLiveAtStripe, preview, shippingDetails, team } from './purchase.test-support.ts';

let portal: FullPortal;

beforeAll(async () => {
  portal = await startFullPortal();
});

const selections = { cloud: team, desktop: basic };
type Product = keyof typeof selections;

/** Requests a quote. @returns its amount due, and its purchase with or without a card */
async function requestQuote(person: Person, product: Product, more: object = {}) {
  const selection = selections[product];
  const { taxTransactionId, subscriptionUpdateInvoiceDetails } = await preview(
    person.browser,
    product,
    selection,
    more,
  );
  const due: number = subscriptionUpdateInvoiceDetails.amountDue;
  const send = (paymentMethodId?: string) =>
    person.browser.post(`/api/Products/${product}/Purchase`, {
      ...selection,
      ...more,
      paymentMethodId,
      taxTransactionId,
    });
  return { due, send };
}

/** Changes a person's balance at Stripe, in cents. */
async function credit({ customerId }: Person, amount: number): Promise<void> {
  await portal.stripe.customers.createBalanceTransaction(customerId, { amount: -amount, currency: 'usd' });
}

const refreshMirror = ({ customerId }: Person) => portal.app.gateway.mirror.refresh('customer', customerId);

/** Charged cents. */
async function charged({ customerId }: Person): Promise<number> {
  const { data } = await portal.stripe.charges.list({ customer: customerId });
  return data.filter(({ status }) => status === 'succeeded').reduce((sum, { amount }) => sum + amount, 0);
}

async function storedAddress({ accountId }: Person) {
  const { rows } = await portal.database.pool.query('select business_address from accounts where id = $1', [accountId]);
  return rows[0]?.business_address;
}

const otherAddress = {
  ...shippingDetails,
  address: { line1: 'Hauptstraße 1', city: 'Berlin', postalCode: '10115', country: 'DE' },
};

describe('a credit that two quotes used', () => {
  test.each([
    ['', refreshMirror],
    [', even if the mirror receives it later', async () => {}],
  ])('is used by one of them, and no card is charged for the other%s', async (_, tell) => {
    const person = await newPerson(portal);
    await credit(person, 6_000);
    await tell(person);
    const quotes = [await requestQuote(person, 'cloud'), await requestQuote(person, 'desktop')];
    expect(quotes.map(({ due }) => due)).toEqual([0, 0]);
    const answers = await Promise.all(quotes.map(({ send }) => send()));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ code: 'ChangeUnderWay' });
    // Successive purchases get the same result: the remaining credit is stored before the next purchase is judged.
    const again = await Promise.all(quotes.map(({ send }) => send()));
    expect(again.map((answer) => answer.statusCode).sort()).toEqual([200, 409]);
    expect(again.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ code: 'PriceChanged' });
    expect(await listLiveAtStripe(person)).toHaveLength(1);
    expect(await charged(person)).toBe(0);
  });

  test('is not used if it was spent at Stripe without an event', async () => {
    const person = await newPerson(portal);
    // Stripe has the address now, so the next purchase neither sends it nor gets the customer.
    const first = await requestQuote(person, 'desktop');
    expect((await first.send(await attachCard(person, 'pm_card_visa'))).statusCode).toBe(200);
    await credit(person, 6_000);
    await refreshMirror(person);
    const { due, send } = await requestQuote(person, 'cloud');
    expect(due).toBe(0);
    await credit(person, -6_000);
    expect((await send()).json()).toMatchObject({ code: 'PriceChanged' });
    expect(await charged(person)).toBe(first.due);
    expect(await listLiveAtStripe(person)).toHaveLength(1);
  });
});

test('does not charge the default card if an amount became due after a quote of 0', async () => {
  const person = await newPerson(portal);
  const { due, send } = await requestQuote(person, 'cloud');
  expect(due).toBeGreaterThan(0);
  // Simulates an amount that became due between the last check and the call.
  await portal.database.pool.query(
    `update purchase_quotes set amount_due = 0, terms = jsonb_set(terms, '{charge,amountDue}', '0') where account_id = $1`,
    [person.accountId],
  );
  expect((await send()).json()).toMatchObject({ code: 'PriceChanged' });
  expect(await charged(person)).toBe(0);
  expect((await listLiveAtStripe(person)).map(({ status }) => status)).toEqual(['incomplete_expired']);
  const { data } = await portal.stripe.invoices.list({ customer: person.customerId });
  expect(data.map(({ status }) => status)).toEqual(['void']);
});

test('charges the quoted amounts of simultaneous purchases at different addresses', async () => {
  const person = await newPerson(portal);
  const card = await attachCard(person, 'pm_card_visa');
  const first = await requestQuote(person, 'cloud', { shippingDetails });
  const second = await requestQuote(person, 'desktop', { shippingDetails: otherAddress });
  const answers = await Promise.all([first.send(card), second.send(card)]);
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409]);
  const refused = answers[0].statusCode === 409 ? first : second;
  expect((await refused.send(card)).json()).toMatchObject({ status: 'succeeded', amountPaid: refused.due });
  expect(await charged(person)).toBe(first.due + second.due);
});

test('blocks only the same product while a purchase requires authentication', async () => {
  const person = await newPerson(portal);
  const authenticationCard = await attachCard(person, 'pm_card_authenticationRequired');
  expect((await (await requestQuote(person, 'cloud')).send(authenticationCard)).json()).toMatchObject({
    status: 'requiresAction',
  });
  const card = await attachCard(person, 'pm_card_visa');
  expect((await (await requestQuote(person, 'desktop')).send(card)).json()).toMatchObject({ status: 'succeeded' });
});

test('keeps a newer address than that of a quote', async () => {
  const person = await newPerson(portal);
  const card = await attachCard(person, 'pm_card_visa');
  const older = await requestQuote(person, 'cloud');
  expect((await (await requestQuote(person, 'desktop', { shippingDetails: otherAddress })).send(card)).statusCode).toBe(
    200,
  );
  expect((await older.send(card)).json()).toMatchObject({ code: 'PriceChanged' });
  expect(await storedAddress(person)).toEqual(otherAddress);
  expect(await storedAddress(person)).not.toEqual(savedAddress);
  expect((await (await requestQuote(person, 'cloud')).send(card)).json()).toMatchObject({ status: 'succeeded' });
});

test('rejects purchases after twenty declined cards an hour', async () => {
  const person = await newPerson(portal);
  const cards = [
    await attachCard(person, 'pm_card_chargeCustomerFail'),
    await attachCard(person, 'pm_card_chargeCustomerFail'),
  ];
  const { send } = await requestQuote(person, 'cloud');
  const statuses: number[] = [];
  const from = Date.now();
  for (let each = 0; each < 21; each += 1) statuses.push((await send(cards[each % 2])).statusCode);
  expect(statuses).toEqual([...Array(20).fill(402), 429]);
  const refused = await send(await attachCard(person, 'pm_card_visa'));
  expect(refused.json()).toMatchObject({ code: 'TooManyRequests', additionalData: { blockedTo: expect.any(String) } });
  const hour = 3_600_000;
  const blockedTo = Date.parse(refused.json().additionalData.blockedTo);
  expect(blockedTo).toBeGreaterThanOrEqual(from + hour);
  expect(blockedTo).toBeLessThanOrEqual(Date.now() + hour);
  await portal.database.pool.query(
    "update stripe_operations set created_at = created_at - interval '1 hour' where account_id = $1",
    [person.accountId],
  );
  expect((await send(await attachCard(person, 'pm_card_visa'))).json()).toMatchObject({ status: 'succeeded' });
  // Without an amount due no card is tried.
  await portal.database.pool.query(
    "update stripe_operations set created_at = now() where account_id = $1 and state = 'failed'",
    [person.accountId],
  );
  await credit(person, 6_000);
  await refreshMirror(person);
  const covered = await requestQuote(person, 'desktop');
  expect(covered.due).toBe(0);
  expect((await covered.send()).json()).toMatchObject({ status: 'succeeded' });
});
