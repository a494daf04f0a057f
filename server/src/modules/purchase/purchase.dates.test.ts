import { beforeAll, expect, test } from 'vitest';
import { type FullPortal, startFullPortal } from '../../../test/full-portal.ts';
import { newPerson, type Person, subscribe } from '../../../test/operation-person.ts';
import { quoted, running } from './purchase.test-support.ts';

let portal: FullPortal;

beforeAll(async () => {
  portal = await startFullPortal();
});

const day = 86_400;

/** Somebody who lives on a test clock of Stripe's, with a card. @returns them, and how their time passes. */
async function newPersonOnClock() {
  const person = await newPerson(portal, false);
  const { stripe, app, database } = portal;
  let time = Math.floor(Date.now() / 1000);
  const { id: clock } = await stripe.testHelpers.testClocks.create({ frozen_time: time });
  const { id: customerId } = await stripe.customers.create({ email: person.email, test_clock: clock });
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customerId });
  await stripe.customers.update(customerId, { invoice_settings: { default_payment_method: card.id } });
  await database.pool.query('update accounts set stripe_customer_id = $1 where id = $2', [
    customerId,
    person.accountId,
  ]);
  await app.gateway.mirror.refresh('customer', customerId);
  await app.gateway.mirror.refresh('payment_method', card.id);
  const pass = async (seconds: number): Promise<number> => {
    time += seconds;
    await stripe.testHelpers.testClocks.advance(clock, { frozen_time: time });
    await expect.poll(async () => (await stripe.testHelpers.testClocks.retrieve(clock)).status).toBe('ready');
    return time;
  };
  return { person: { ...person, customerId } satisfies Person, pass };
}

test('a change is prorated by the moment of its quote, however much later it is bought', async () => {
  const { person, pass } = await newPersonOnClock();
  await subscribe(person);
  const quotedAt = await pass(10 * day);
  const more = await quoted(person, 10);
  await pass(5 * 3_600);
  const bought = (await more.send()).json();
  const { rows } = await portal.database.pool.query(
    'select amount_due::int as due from purchase_quotes where id = $1',
    [more.id],
  );
  expect(bought).toMatchObject({ status: 'succeeded', amountPaid: rows[0].due });
  const [invoice] = (await portal.stripe.invoices.list({ customer: person.customerId })).data;
  expect(invoice).toMatchObject({ amount_due: rows[0].due });
  const from = invoice?.lines.data.map(({ period, parent }) => [
    period.start,
    parent?.subscription_item_details?.proration,
  ]);
  expect(from).toEqual([
    [quotedAt, true],
    [quotedAt, true],
  ]);
});

test.each(['no', 'a default'])('a trial of a customer with %s card ends canceled, and charges nobody', async (kind) => {
  const { person, pass } = await newPersonOnClock();
  const { stripe, app } = portal;
  const { data: cards } = await stripe.customers.listPaymentMethods(person.customerId);
  expect(cards).toHaveLength(1);
  if (kind === 'no') await stripe.paymentMethods.detach(cards[0]?.id ?? '');
  const { items: plans } = (await person.browser.get('/api/Products/desktop/Plans')).json();
  const trial = plans.find(({ isTrial }: { isTrial: boolean }) => isTrial);
  const items = [{ subscriptionPlanId: trial.id, priceId: trial.pricePlans[0].id, quantity: 1 }];
  const previewed = await person.browser.post('/api/Products/desktop/PreviewPurchase', { items });
  const { taxTransactionId } = previewed.json();
  const bought = await person.browser.post('/api/Products/desktop/Purchase', { items, taxTransactionId });
  expect(bought.json(), bought.body).toMatchObject({ status: 'succeeded' });
  const [held] = await running(person);
  expect(held).toMatchObject({
    status: 'trialing',
    trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
  });
  await pass(15 * day);
  const id = held?.id ?? '';
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'canceled' });
  expect((await stripe.invoices.list({ customer: person.customerId })).data.map(({ total }) => total)).toEqual([0]);
  await app.gateway.mirror.refresh('subscription', id);
  const shown = (await person.browser.get(`/api/Subscription/${bought.json().subscriptionId}`)).json();
  expect(shown).toMatchObject({ status: 4 });
});
