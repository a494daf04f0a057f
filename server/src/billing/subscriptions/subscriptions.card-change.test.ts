import { beforeAll, describe, expect, test } from 'vitest';
import { type FullPortal, startFullPortal } from '../../../test/full-portal.ts';
import { authenticationCard, decliningCard } from '../../../test/operation-case.ts';
import {
  attachCard,
  newPerson,
  orderWithAuthentication,
  type Person,
  quote,
  subscribe,
} from '../../../test/operation-person.ts';

let portal: FullPortal;

beforeAll(async () => {
  portal = await startFullPortal();
});

const change = (person: Person, id: number, paymentMethodId: string) =>
  person.browser.post(`/api/Subscription/${id}`, { paymentMethodId });

async function subscriber() {
  const person = await newPerson(portal);
  const { id, stripeId } = await subscribe(person);
  return { person, id, stripeId, other: await attachCard(person, 'pm_card_mastercard') };
}

/** The card that Stripe charges for a subscription. */
async function cardAtStripe(stripeId: string) {
  return (await portal.stripe.subscriptions.retrieve(stripeId)).default_payment_method;
}

describe('the card of a subscription', () => {
  test('can be changed to another saved one, here and at Stripe, and is audited', async () => {
    const { person, id, stripeId, other } = await subscriber();
    const answer = await change(person, id, other);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({ status: 'succeeded', subscription: { id, paymentMethodId: other } });
    expect(await cardAtStripe(stripeId)).toBe(other);
    expect((await person.browser.get(`/api/Subscription/${id}`)).json()).toMatchObject({
      paymentMethod: { brand: 'mastercard', last4: '4444' },
      chargedPaymentMethodId: other,
    });
    const { rows } = await portal.database.pool.query(
      "select detail from audit_events where account_id = $1 and kind = 'subscriptionCardChanged'",
      [person.accountId],
    );
    expect(rows).toEqual([{ detail: { subscriptionId: id, paymentMethodId: other } }]);
  });

  test('pays the open invoice for which another card was declined', async () => {
    const { person, id, stripeId, other } = await subscriber();
    const bad = await attachCard(person, decliningCard);
    const [item] = (await portal.stripe.subscriptions.retrieve(stripeId)).items.data;
    const late = await portal.stripe.subscriptions.update(stripeId, {
      default_payment_method: bad,
      items: [{ id: item?.id ?? '', quantity: 3 }],
      proration_behavior: 'always_invoice',
    });
    const invoice = String(late.latest_invoice);
    await portal.app.gateway.mirror.refresh('subscription', stripeId);
    await portal.app.gateway.mirror.refresh('invoice', invoice);
    const owed = (await person.browser.get(`/api/Subscription/${id}`)).json();
    expect(owed).toMatchObject({ status: 3, unpaid: { invoiceId: invoice, amount: 6_000, currency: 'usd' } });
    expect((await change(person, id, other)).json()).toMatchObject({ status: 'succeeded' });
    expect((await person.browser.post(`/api/Subscription/invoices/sendToPay/${invoice}`, {})).json()).toMatchObject({
      status: 'succeeded',
      outcome: 'paid',
    });
    const charges = (await portal.stripe.charges.list({ customer: person.customerId })).data;
    expect(charges.find(({ paid, amount }) => paid && amount === 6_000)?.payment_method).toBe(other);
    expect((await person.browser.get(`/api/Subscription/${id}`)).json()).toMatchObject({ status: 1, unpaid: null });
  });

  test('cannot be another account’s, unknown or missing', async () => {
    const { person, id, stripeId } = await subscriber();
    const stranger = await newPerson(portal);
    const foreign = await attachCard(stranger, 'pm_card_mastercard');
    const before = await cardAtStripe(stripeId);
    for (const card of [foreign, 'pm_missing']) expect((await change(person, id, card)).statusCode, card).toBe(404);
    expect((await change(stranger, id, foreign)).statusCode).toBe(404);
    expect((await person.browser.post(`/api/Subscription/${id}`, {})).statusCode).toBe(422);
    expect(await cardAtStripe(stripeId)).toBe(before);
  });

  test('cannot be changed after the subscription has ended, even if the portal does not know that yet', async () => {
    const { person, id, stripeId, other } = await subscriber();
    await portal.stripe.subscriptions.cancel(stripeId);
    for (const _ of [1, 2]) {
      const refused = await change(person, id, other);
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'Conflict']);
    }
    expect((await person.browser.get(`/api/Subscription/${id}`)).json()).toMatchObject({
      status: 4,
      endReason: 'canceled',
      paymentMethodUpdateAllowed: false,
    });
  });

  test('cannot be deleted, and the error names the subscription', async () => {
    const { person, id, other } = await subscriber();
    await change(person, id, other);
    const refused = await person.browser.send('DELETE', `/api/Billing/PaymentMethods/${other}`);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      code: 'Conflict',
      additionalData: { subscriptions: [{ id, productId: 'cloud', productName: 'Cloud' }] },
    });
  });

  test('is either chosen or deleted by simultaneous requests, so that no subscription has a deleted card', async () => {
    const { person, id, stripeId, other } = await subscriber();
    const [deleted, changed] = await Promise.all([
      person.browser.send('DELETE', `/api/Billing/PaymentMethods/${other}`),
      change(person, id, other),
    ]);
    const outcomes = [deleted.statusCode === 200, changed.statusCode === 200];
    expect(outcomes.filter(Boolean), `${deleted.body} ${changed.body}`).toHaveLength(1);
    expect((await cardAtStripe(stripeId)) === other).toBe(changed.statusCode === 200);
  });

  test('is set to one of two simultaneous choices, or to both in succession', async () => {
    const { person, id, stripeId, other } = await subscriber();
    const third = await attachCard(person, 'pm_card_amex');
    const answers = await Promise.all([change(person, id, other), change(person, id, third)]);
    for (const answer of answers) expect([200, 409], answer.body).toContain(answer.statusCode);
    const made = answers.filter(({ statusCode }) => statusCode === 200);
    expect(made.length).toBeGreaterThan(0);
    const { paymentMethodId } = (await person.browser.get(`/api/Subscription/${id}`)).json();
    expect(await cardAtStripe(stripeId)).toBe(paymentMethodId);
  });

  test('abandons a pending purchase with another card when it is changed', async () => {
    const { person, id, stripeId, other } = await subscriber();
    const waiting = await orderWithAuthentication(
      person,
      await quote(person, 3, await attachCard(person, authenticationCard)),
    );
    expect((await change(person, id, other)).json()).toMatchObject({ status: 'succeeded' });
    expect((await waiting()).json()).toMatchObject({ status: 'failed' });
    expect(await portal.stripe.subscriptions.retrieve(stripeId)).toMatchObject({
      default_payment_method: other,
      pending_update: null,
    });
  });

  test('can be changed at most sixty times an hour', async () => {
    const { person, id, other } = await subscriber();
    await portal.database.pool.query('insert into rate_limits (key, points, expire) values ($1, 60, $2)', [
      `subscription-card:${person.accountId}`,
      Date.now() + 60_000,
    ]);
    expect((await change(person, id, other)).statusCode).toBe(429);
  });
});
