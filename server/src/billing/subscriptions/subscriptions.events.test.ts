import { beforeAll, describe, expect, test } from 'vitest';
import { type FullPortal, startFullPortal } from '../../../test/full-portal.ts';
import { newPerson, newPersonOnClock, type Person, quote, subscribe } from '../../../test/operation-person.ts';

let portal: FullPortal;

beforeAll(async () => {
  portal = await startFullPortal({ environment: { CONTACT_EMAIL: 'sales@veriscan.example' } });
});

async function listEvents({ browser }: Person, id: number, locale = 'en') {
  const answer = await browser.get(`/api/Subscription/${id}/Events`, { cookies: { portico_locale: locale } });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().items as { kind: string; at: string; isAhead: boolean; detail: string | null; amount: number }[];
}

const told = (events: Awaited<ReturnType<typeof listEvents>>) => events.map(({ kind, detail }) => [kind, detail]);

describe('the events of a subscription', () => {
  test('include its start, its changes and its renewal, once each', async () => {
    const person = await newPerson(portal);
    const { id, stripeId } = await subscribe(person);
    expect((await (await quote(person, 3))()).json()).toMatchObject({ status: 'succeeded' });
    const { expirationDate } = (await person.browser.get(`/api/Subscription/${id}`)).json();
    const expected = [
      ['started', null],
      ['paid', null],
      ['quantityChanged', '1 to 3'],
      ['renews', null],
    ];
    const events = await listEvents(person, id);
    expect(told(events)).toEqual(expected);
    expect(events.map(({ isAhead }) => isAhead)).toEqual([false, false, false, true]);
    expect(events[1]?.amount).toBe(3_000);
    expect(events.at(-1)?.at).toBe(expirationDate);
    // Storing the same state again adds nothing.
    for (const _ of [1, 2]) await portal.app.gateway.mirror.refresh('subscription', stripeId);
    expect(told(await listEvents(person, id))).toEqual(expected);
  });

  test('include the first payment and the latest paid renewal', async () => {
    const { person, pass } = await newPersonOnClock(portal);
    const { id, stripeId } = await subscribe(person);
    for (const days of [32, 30]) await pass(days * 86_400);
    const { mirror } = portal.app.gateway;
    await mirror.refresh('subscription', stripeId);
    const { data } = await portal.stripe.invoices.list({ customer: person.customerId });
    expect(data).toHaveLength(3);
    for (const { id: invoice = '' } of data) await mirror.refresh('invoice', invoice);
    const paid = (await listEvents(person, id)).filter(({ kind }) => kind === 'paid');
    const [latest] = data.toSorted((one, other) => other.created - one.created);
    expect(paid.map(({ at, amount }) => [new Date(at).getTime() / 1000, amount]).slice(1)).toEqual([
      [latest?.status_transitions.paid_at, latest?.amount_paid],
    ]);
    expect(paid).toHaveLength(2);
  });

  test('include a cancellation and its restoration', async () => {
    const person = await newPerson(portal);
    const { id } = await subscribe(person);
    await person.browser.send('DELETE', `/api/Subscription/${id}/Cancel`);
    const kinds = async () => (await listEvents(person, id)).map(({ kind }) => kind);
    expect(await kinds()).toEqual(['started', 'paid', 'canceled', 'ends']);
    await person.browser.post(`/api/Subscription/${id}/DontCancel`, {});
    expect(await kinds()).toEqual(['started', 'paid', 'canceled', 'restored', 'renews']);
  });

  test('include a coupon with its name, and its reduction once it is known', async () => {
    const person = await newPerson(portal);
    const choice = {
      items: [{ subscriptionPlanId: 'cloud-team', priceId: 'cloud-team-monthly', quantity: 1 }],
      coupon: 'CLOUDONLY',
    };
    const previewed = (await person.browser.post('/api/Products/cloud/PreviewPurchase', choice)).json();
    const customer = await portal.stripe.customers.retrieve(person.customerId);
    const card = customer.deleted ? '' : String(customer.invoice_settings.default_payment_method);
    const bought = await person.browser.post('/api/Products/cloud/Purchase', {
      ...choice,
      paymentMethodId: card,
      taxTransactionId: previewed.taxTransactionId,
    });
    const id = bought.json().subscriptionId;
    const events = await listEvents(person, id);
    expect(events.map(({ kind, isAhead }) => [kind, isAhead])).toEqual([
      ['started', false],
      ['discountStarted', false],
      ['paid', false],
      ['renews', true],
    ]);
    expect(events[1]?.detail).toBe('Cloud only');
    expect((await person.browser.get(`/api/Subscription/${id}`)).json().discounts).toEqual([
      { name: 'Cloud only', code: 'CLOUDONLY', amount: 0, until: null },
    ]);
    // The reduction is known once the next invoice was fetched.
    const upcoming = (await person.browser.get(`/api/Subscription/${id}/invoices/upcoming`)).json().items[0];
    const [discount] = (await person.browser.get(`/api/Subscription/${id}`)).json().discounts;
    expect([discount.amount, upcoming.discount]).toEqual([500, 500]);
    expect((await listEvents(person, id)).find(({ kind }) => kind === 'renews')?.amount).toBe(upcoming.amountDue);
  });

  test('are in French for a French user', async () => {
    const person = await newPerson(portal);
    const { id } = await subscribe(person);
    await (await quote(person, 4))();
    expect(told(await listEvents(person, id, 'fr'))).toContainEqual(['quantityChanged', '1 → 4']);
  });

  test('include a declined card', async () => {
    const person = await newPerson(portal);
    const { id, stripeId } = await subscribe(person);
    const { customerId: customer } = person;
    const card = await portal.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
    const [item] = (await portal.stripe.subscriptions.retrieve(stripeId)).items.data;
    await portal.stripe.subscriptions.update(stripeId, {
      default_payment_method: card.id,
      items: [{ id: item?.id ?? '', quantity: 3 }],
      proration_behavior: 'always_invoice',
    });
    const { mirror } = portal.app.gateway;
    await mirror.refresh('subscription', stripeId);
    for (const { id: invoice = '' } of (await portal.stripe.invoices.list({ customer })).data)
      await mirror.refresh('invoice', invoice);
    for (const charge of (await portal.stripe.charges.list({ customer })).data)
      await mirror.refresh('charge', charge.id);
    const failed = (await listEvents(person, id)).find(({ kind }) => kind === 'paymentFailed');
    expect(failed).toMatchObject({ detail: 'Visa ••••\u00a00341', amount: 6_000, isAhead: false });
  });

  test('of an ended subscription include the end, and nothing after it', async () => {
    const person = await newPerson(portal);
    const { id, stripeId } = await subscribe(person);
    await portal.stripe.subscriptions.cancel(stripeId);
    await portal.app.gateway.mirror.refresh('subscription', stripeId);
    const events = await listEvents(person, id);
    expect(events.at(-1)).toMatchObject({ kind: 'ended', isAhead: false });
    expect(events.filter(({ isAhead }) => isAhead)).toEqual([]);
  });

  test('are not found for another account', async () => {
    const person = await newPerson(portal);
    const { id } = await subscribe(person);
    const stranger = await newPerson(portal);
    expect((await stranger.browser.get(`/api/Subscription/${id}/Events`)).statusCode).toBe(404);
  });
});

describe('a closing contact', () => {
  const contact = { name: 'Robin Vale', email: 'robin@acme.example', phone: '555-0100', interview: true };
  const ask = (person: Person, id: number, body: object = contact) =>
    person.browser.post(`/api/Subscription/${id}/CancelSubscriptionEmail`, body);

  test('is stored with its user and subscription, and audited', async () => {
    const person = await newPerson(portal);
    const { id } = await subscribe(person);
    const answer = await ask(person, id);
    expect(answer.statusCode, answer.body).toBe(200);
    const { rows } = await portal.database.pool.query(
      'select subscription_id, name, email, phone, interview from closing_contacts where account_id = $1',
      [person.accountId],
    );
    expect(rows).toEqual([{ subscription_id: id, ...contact }]);
    const { rows: mails } = await portal.database.pool.query(
      'select template, recipient, reply_to, data from mail_messages where account_id = $1',
      [person.accountId],
    );
    expect(mails).toEqual([
      {
        template: 'closingContact',
        recipient: 'sales@veriscan.example',
        reply_to: contact.email,
        data: { accountName: expect.any(String), productName: 'Cloud', ...contact },
      },
    ]);
    const { rows: audited } = await portal.database.pool.query(
      "select detail from audit_events where account_id = $1 and kind = 'closingContactAsked'",
      [person.accountId],
    );
    expect(audited).toEqual([{ detail: { subscriptionId: id, interview: true } }]);
  });

  test('needs a name and an email address', async () => {
    const person = await newPerson(portal);
    const { id } = await subscribe(person);
    const refused = await ask(person, id, { name: '', email: 'nobody' });
    expect(refused.statusCode).toBe(422);
    expect(Object.keys(refused.json().propertyErrors).sort()).toEqual(['email', 'name']);
  });

  test('can be requested at most ten times an hour', async () => {
    const person = await newPerson(portal);
    const { id } = await subscribe(person);
    for (let asked = 0; asked < 10; asked += 1) expect((await ask(person, id)).statusCode).toBe(200);
    expect((await ask(person, id)).statusCode).toBe(429);
  });
});
