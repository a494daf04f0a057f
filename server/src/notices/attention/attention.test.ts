import type { SavedCard } from '@portico/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type FullPortal, startFullPortal } from '../../../test/full-portal.ts';
import { authenticationCard, decliningCard } from '../../../test/operation-case.ts';
import {
  attachCard,
  newPerson,
  openInvoice,
  orderWithAuthentication,
  type Person,
  quote,
  subscribe,
} from '../../../test/operation-person.ts';

let portal: FullPortal;

beforeAll(async () => {
  portal = await startFullPortal();
});

const path = '/api/Billing/Attention';

async function listItems(person: Person) {
  const answer = await person.browser.get(path);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().items;
}

async function subscriber() {
  const person = await newPerson(portal);
  return { person, ...(await subscribe(person)) };
}

/** Adds seats at Stripe with a card that is declined, so that their invoice is open. @returns the invoice */
async function fallBehind(person: Person, stripeId: string): Promise<string> {
  const card = await attachCard(person, decliningCard);
  const [item] = (await portal.stripe.subscriptions.retrieve(stripeId)).items.data;
  const late = await portal.stripe.subscriptions.update(stripeId, {
    default_payment_method: card,
    items: [{ id: item?.id ?? '', quantity: 3 }],
    proration_behavior: 'always_invoice',
  });
  await refresh(person, stripeId);
  return String(late.latest_invoice);
}

/** Refreshes the mirror after a change at Stripe. */
async function refresh({ customerId: customer }: Person, stripeId: string): Promise<void> {
  const { mirror } = portal.app.gateway;
  await mirror.refresh('subscription', stripeId);
  for (const { id = '' } of (await portal.stripe.invoices.list({ customer })).data) await mirror.refresh('invoice', id);
  for (const { id } of (await portal.stripe.charges.list({ customer })).data) await mirror.refresh('charge', id);
}

describe('the attention list', () => {
  test('is empty if everything is paid and renews', async () => {
    const { person } = await subscriber();
    expect(await listItems(person)).toEqual([]);
  });

  test('shows an unpaid invoice with its subscription, the declined card and the payment page', async () => {
    const { person, id, stripeId } = await subscriber();
    const invoice = await fallBehind(person, stripeId);
    expect(await listItems(person)).toEqual([
      {
        kind: 'unpaid',
        invoiceId: invoice,
        amount: 6_000,
        currency: 'usd',
        hostedInvoiceUrl: expect.stringContaining('http'),
        dueDate: null,
        failedAt: expect.any(String),
        nextAttempt: expect.anything(),
        isLastAttempt: false,
        tries: 1,
        card: { brand: 'visa', last4: '0341' },
        subscription: {
          subscriptionId: id,
          productId: 'cloud',
          productName: 'Cloud',
          planName: 'Team',
          hasEnded: false,
          quantity: 3,
          unit: { one: expect.any(String), other: expect.any(String) },
          // Seven days of grace (ATT-11).
          worksUntil: expect.any(String),
        },
      },
    ]);
    const [{ failedAt, subscription }] = await listItems(person);
    const grace = Date.parse(subscription.worksUntil) - Date.parse(failedAt);
    expect(Math.round(grace / 86_400_000)).toBe(7);
  });

  test('shows an unpaid invoice of an ended subscription, which the plans page shows too', async () => {
    const { person, id, stripeId } = await subscriber();
    const invoice = await fallBehind(person, stripeId);
    await portal.stripe.subscriptions.cancel(stripeId);
    await refresh(person, stripeId);
    expect(await listItems(person)).toMatchObject([
      { kind: 'unpaid', invoiceId: invoice, nextAttempt: null, subscription: { subscriptionId: id, hasEnded: true } },
    ]);
    expect((await person.browser.get(`/api/Subscription/${id}`)).json().unpaid).toMatchObject({ invoiceId: invoice });
    const { items } = (await person.browser.get('/api/Products/List')).json();
    expect(items.find((item: { id: string }) => item.id === 'cloud').former).toMatchObject({ isUnpaid: true });
    // After payment the item disappears.
    const card = (await portal.stripe.paymentMethods.attach('pm_card_visa', { customer: person.customerId })).id;
    await portal.stripe.invoices.pay(invoice, { payment_method: card });
    await refresh(person, stripeId);
    expect(await listItems(person)).toEqual([]);
    const again = (await person.browser.get('/api/Products/List')).json().items;
    expect(again.find((item: { id: string }) => item.id === 'cloud').former).toMatchObject({ isUnpaid: false });
  });

  test('shows an unpaid invoice without a subscription', async () => {
    const person = await newPerson(portal);
    const id = await openInvoice(person);
    expect(await listItems(person)).toMatchObject([
      { kind: 'unpaid', invoiceId: id, amount: 1_234, card: null, failedAt: null, subscription: null },
    ]);
  });

  test('shows the due date of an invoice that was sent', async () => {
    const person = await newPerson(portal);
    const id = await openInvoice(person, { isSent: true });
    const { due_date: due } = await portal.stripe.invoices.retrieve(id);
    expect(await listItems(person)).toMatchObject([
      { kind: 'unpaid', invoiceId: id, failedAt: null, dueDate: new Date(Number(due) * 1_000).toISOString() },
    ]);
  });

  test('leaves out the invoice of a purchase or change that requires authentication', async () => {
    const person = await newPerson(portal);
    const card = await attachCard(person, authenticationCard);
    await orderWithAuthentication(person, await quote(person, 1, card));
    expect(await listItems(person)).toEqual([]);
    const { person: changing } = await subscriber();
    await orderWithAuthentication(changing, await quote(changing, 3, await attachCard(changing, authenticationCard)));
    expect(await listItems(changing)).toEqual([]);
    expect((await changing.browser.get('/api/Subscription/list')).json().items).toMatchObject([{ quantity: 1 }]);
  });

  test('shows a canceled subscription until it is restored', async () => {
    const { person, id } = await subscriber();
    await person.browser.send('DELETE', `/api/Subscription/${id}/Cancel`);
    const { expirationDate } = (await person.browser.get(`/api/Subscription/${id}`)).json();
    expect(await listItems(person)).toEqual([
      {
        kind: 'ending',
        subscriptionId: id,
        productId: 'cloud',
        productName: 'Cloud',
        endsAt: expirationDate,
        canceledAt: expect.any(String),
        renewalAmount: 3_000,
        currency: 'usd',
        restoreAllowed: true,
      },
    ]);
    await person.browser.post(`/api/Subscription/${id}/DontCancel`, {});
    expect(await listItems(person)).toEqual([]);
  });

  test('shows a card that expires before its next charge, with its subscriptions', async () => {
    const { person, id } = await subscriber();
    const { rows } = await portal.database.pool.query(
      `update stripe_payment_methods set exp_month = extract(month from now()), exp_year = extract(year from now())
       where customer_id = $1 returning id, exp_month, exp_year`,
      [person.customerId],
    );
    const { expirationDate } = (await person.browser.get(`/api/Subscription/${id}`)).json();
    expect(await listItems(person)).toEqual([
      {
        kind: 'cardExpires',
        paymentMethodId: rows[0].id,
        brand: 'visa',
        last4: '4242',
        expMonth: rows[0].exp_month,
        expYear: rows[0].exp_year,
        hasExpired: false,
        subscriptions: [{ subscriptionId: id, productId: 'cloud', productName: 'Cloud' }],
        nextCharge: expirationDate,
      },
    ]);
  });

  test('shows a restored subscription without a card until it has one', async () => {
    const { person, id } = await subscriber();
    const cards = await person.browser.get('/api/Billing/PaymentMethods/Card');
    await person.browser.send('DELETE', `/api/Subscription/${id}/Cancel`);
    for (const { stripeId } of cards.json().items) {
      const deleted = await person.browser.send('DELETE', `/api/Billing/PaymentMethods/${stripeId}`);
      expect(deleted.statusCode, deleted.body).toBe(200);
    }
    expect(await listItems(person)).toMatchObject([{ kind: 'ending' }]);
    await person.browser.post(`/api/Subscription/${id}/DontCancel`, {});
    const { expirationDate } = (await person.browser.get(`/api/Subscription/${id}`)).json();
    expect(await listItems(person)).toEqual([
      {
        kind: 'cardMissing',
        subscriptionId: id,
        productId: 'cloud',
        productName: 'Cloud',
        nextCharge: expirationDate,
      },
    ]);
    const paymentMethodId = await portal.addCard(person.browser);
    const changed = await person.browser.post(`/api/Subscription/${id}`, { paymentMethodId });
    expect(changed.json(), changed.body).toMatchObject({ status: 'succeeded' });
    expect(await listItems(person)).toEqual([]);
  });

  test('shows a declined card at the payment method, even if the invoice was paid with another one', async () => {
    const { person, id, stripeId } = await subscriber();
    const invoice = await fallBehind(person, stripeId);
    const read = async () => (await person.browser.get(`/api/Subscription/${id}`)).json();
    const { paymentMethodId, paymentMethod } = await read();
    expect(paymentMethod).toMatchObject({ last4: '0341', declinedAt: expect.any(String) });
    const cards = (await person.browser.get('/api/Billing/PaymentMethods/Card')).json();
    expect(
      cards.items.map(({ card, declinedAt }: SavedCard) => [card.last4, declinedAt === paymentMethod.declinedAt]),
    ).toEqual(expect.arrayContaining([['0341', true]]));
    const other = await portal.addCard(person.browser);
    await portal.stripe.invoices.pay(invoice, { payment_method: other });
    await refresh(person, stripeId);
    expect(await listItems(person)).toEqual([]);
    // A payment on Stripe's page does not change the card of the next invoice.
    expect(await read()).toMatchObject({ paymentMethodId, paymentMethod, unpaid: null });
    await person.browser.post(`/api/Subscription/${id}`, { paymentMethodId: other });
    expect(await read()).toMatchObject({ paymentMethodId: other, paymentMethod: { last4: '4242', declinedAt: null } });
  });

  test('has no payment page for users who may not pay, and is hidden from users without billing', async () => {
    const owner = await portal.signIn('owner@acme.example');
    await portal.addCard(owner);
    const { rows } = await portal.database.pool.query(
      "select stripe_customer_id as customer from accounts where name = 'Acme Security'",
    );
    await openInvoice({ portal, customerId: rows[0].customer });
    const urlFor = async (userName: string) =>
      (await (await portal.signIn(userName)).get(path)).json().items[0].hostedInvoiceUrl;
    expect(await urlFor('owner@acme.example')).toContain('http');
    expect(await urlFor('readonly@acme.example')).toBeNull();
    expect((await (await portal.signIn('user@acme.example')).get(path)).statusCode).toBe(403);
    expect((await (await portal.signIn('owner@globex.example')).get(path)).json().items).toEqual([]);
  });
});
