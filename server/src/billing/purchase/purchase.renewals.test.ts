import { secondsInDay } from 'date-fns/constants';
import { beforeAll, expect, test } from 'vitest';
import { type FullPortal, startFullPortal } from '../../../test/full-portal.ts';
import { attachCard, newPersonOnClock, subscribe } from '../../../test/operation-person.ts';
import { basic, buy, listLiveAtStripe, quoted } from './purchase.test-support.ts';

let portal: FullPortal;

beforeAll(async () => {
  portal = await startFullPortal();
});

test('prorates a change by the time of its quote', async () => {
  const { person, pass } = await newPersonOnClock(portal);
  await subscribe(person);
  const quotedAt = await pass(10 * secondsInDay);
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
  // From the last full ten minutes before the quote (PUR-41).
  const tenMinutes = quotedAt - (quotedAt % 600);
  expect(from).toEqual([
    [tenMinutes, true],
    [tenMinutes, true],
  ]);
});

test.each(['no', 'a default'])(
  'cancels a trial of a customer with %s card at its end, and charges nothing',
  async (kind) => {
    const { person, pass } = await newPersonOnClock(portal);
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
    const [held] = await listLiveAtStripe(person);
    expect(held).toMatchObject({
      status: 'trialing',
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
    });
    await pass(15 * secondsInDay);
    const id = held?.id ?? '';
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'canceled' });
    expect((await stripe.invoices.list({ customer: person.customerId })).data.map(({ total }) => total)).toEqual([0]);
    await app.gateway.mirror.refresh('subscription', id);
    const subscription = (await person.browser.get(`/api/Subscription/${bought.json().subscriptionId}`)).json();
    expect(subscription).toMatchObject({ status: 4 });
  },
);

test('does not credit a renewal that the mirror does not have', async () => {
  const { person, pass } = await newPersonOnClock(portal);
  expect((await (await quoted(person, 3)).send()).json()).toMatchObject({ status: 'succeeded' });
  const [held] = await listLiveAtStripe(person);
  const stripeId = held?.id ?? '';
  const { stripe, app, database } = portal;
  const failing = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: person.customerId });
  await stripe.subscriptions.update(stripeId, { default_payment_method: failing.id });
  // The invoice of the renewal is a draft for an hour.
  const begun = await pass(1);
  await pass((held?.items.data[0]?.current_period_end ?? 0) - begun + 30);
  await app.gateway.mirror.refresh('subscription', stripeId);
  await database.pool.query("delete from stripe_invoices where status <> 'paid' and customer_id = $1", [
    person.customerId,
  ]);
  for (const quantity of [5, 1]) {
    const items = [{ subscriptionPlanId: 'cloud-team', priceId: 'cloud-team-monthly', quantity }];
    const refused = await person.browser.post('/api/Products/cloud/PreviewPurchase', { items });
    expect(refused.statusCode, refused.body).toBe(409);
    expect(refused.json()).toMatchObject({ code: 'Conflict', message: expect.stringContaining('Pay it first') });
  }
});

test('a change that still waits for authentication when its trial ends fails and charges nothing', async () => {
  const { person, pass } = await newPersonOnClock(portal);
  const { items: plans } = (await person.browser.get('/api/Products/desktop/Plans')).json();
  const trial = plans.find(({ isTrial }: { isTrial: boolean }) => isTrial);
  const selection = { items: [{ subscriptionPlanId: trial.id, priceId: trial.pricePlans[0].id, quantity: 1 }] };
  expect((await buy(person.browser, 'desktop', selection, undefined)).json()).toMatchObject({ status: 'succeeded' });
  const authenticationCard = await attachCard(person, 'pm_card_authenticationRequired');
  const waiting = (await buy(person.browser, 'desktop', basic, authenticationCard)).json();
  expect(waiting).toMatchObject({ status: 'requiresAction' });
  await pass(31 * secondsInDay);
  const after = await person.browser.get(`/api/Products/desktop/Purchase/${waiting.operationId}`);
  expect(after.json()).toMatchObject({ status: 'failed', error: { code: 'CardError' } });
  expect(await listLiveAtStripe(person)).toEqual([]);
  const { data: charges } = await portal.stripe.charges.list({ customer: person.customerId });
  expect(charges.filter(({ status }) => status === 'succeeded')).toEqual([]);
});
