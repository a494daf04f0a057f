import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { controlOf } from '../../test/control.ts';
import { customerWithCard, errorOf, expanded, monthly, useSandbox } from '../../test/sandbox.ts';

const { sandbox, stripe, database } = await useSandbox();
const control = controlOf(sandbox);
const gold = await monthly(stripe, 1000);
const HOUR = 3600;
const DAY = 86_400;
const now = () => Math.floor(Date.now() / 1000);

/** Fourteen months before today, in seconds. */
function fourteenMonthsAgo(): number {
  const date = new Date();
  date.setUTCMonth(date.getUTCMonth() - 14, 1);
  return Math.floor(date.getTime() / 1000);
}

async function onClock(start: number, card = 'pm_card_visa') {
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: start });
  const customer = await customerWithCard(stripe, card, { test_clock: clock.id });
  return { clock, customer };
}

async function arrived(clock: string) {
  await expect
    .poll(async () => (await control.get(`clocks/${clock}`)).status, { timeout: 150_000, interval: 20 })
    .not.toBe('advancing');
  return control.get(`clocks/${clock}`);
}

const subscribe = (customer: Stripe.Customer, given: Partial<Stripe.SubscriptionCreateParams> = {}) =>
  stripe.subscriptions.create({ customer: customer.id, items: [{ price: gold.id }], ...given });

test('bills fourteen months of three subscriptions in time order and continues in real time', {
  timeout: 120_000,
}, async () => {
  const start = fourteenMonthsAgo();
  const { clock, customer } = await onClock(start);
  for (const quantity of [1, 2, 3]) await subscribe(customer, { items: [{ price: gold.id, quantity }] });
  const from = now();
  const set = await control.post(`clocks/${clock.id}/run`, { offset: 0 });
  expect(set).toMatchObject({ status: 'advancing', running: true, time: start });
  expect(set.target).toBeGreaterThanOrEqual(from);
  const ready = await arrived(clock.id);
  // A renewal and its payment, fourteen times for each subscription.
  expect(ready).toMatchObject({ status: 'ready', running: true, failure: null, work_done: 84 });
  expect(ready.time).toBeGreaterThanOrEqual(set.target);
  expect(ready.time).toBeLessThanOrEqual(now());
  const invoices = await stripe.invoices.list({ customer: customer.id, limit: 100 });
  expect(invoices.data).toHaveLength(45);
  expect(invoices.data.every((invoice) => invoice.status === 'paid' && invoice.created <= now())).toBe(true);
  const { rows } = await database.query(
    `select (data ->> 'created')::bigint as at from objects where type = 'event' and customer = $1 order by sequence`,
    [customer.id],
  );
  const times = rows.map((row) => Number(row.at));
  expect(times).toEqual([...times].sort((a, b) => a - b));
  // Later changes happen in real time.
  const before = now();
  const item = await stripe.invoiceItems.create({ customer: customer.id, amount: 500, currency: 'usd' });
  expect(item.date).toBeGreaterThanOrEqual(before);
  expect(item.date).toBeLessThanOrEqual(now());
});

test('advances a running clock and keeps it running', async () => {
  const { clock, customer } = await onClock(now());
  const subscription = await subscribe(customer);
  await control.post(`clocks/${clock.id}/run`);
  const ahead = await control.post(`clocks/${clock.id}/advance`, { months: 1, days: 1 });
  expect(ahead).toMatchObject({ status: 'advancing', running: true });
  expect(ahead.target - now()).toBeGreaterThan(28 * DAY);
  const ready = await arrived(clock.id);
  expect(ready).toMatchObject({ status: 'ready', running: true, work_done: 2 });
  expect(ready.offset).toBeGreaterThanOrEqual(ahead.target - now() - 2);
  const [invoice] = (await stripe.invoices.list({ subscription: subscription.id })).data;
  expect(invoice).toMatchObject({ billing_reason: 'subscription_cycle', status: 'paid' });
  const seen = (await stripe.testHelpers.testClocks.retrieve(clock.id)).frozen_time;
  await expect
    .poll(async () => (await stripe.testHelpers.testClocks.retrieve(clock.id)).frozen_time)
    .toBeGreaterThan(seen);
  const stopped = await control.post(`clocks/${clock.id}/stop`);
  expect(stopped).toMatchObject({ running: false, offset: null });
  await new Promise((resolve) => setTimeout(resolve, 1100));
  expect((await stripe.testHelpers.testClocks.retrieve(clock.id)).frozen_time).toBe(stopped.time);
});

test('performs work in the background when it falls due on a running clock', async () => {
  const { clock, customer } = await onClock(now());
  const subscription = await subscribe(customer);
  const end = subscription.items.data[0]?.current_period_end ?? 0;
  const set = now();
  await control.post(`clocks/${clock.id}/run`, { offset: end - 1 - set });
  // The clock keeps the pace of real time, however late the test reads it.
  expect((await arrived(clock.id)).time).toBeLessThanOrEqual(end + now() - set);
  await expect.poll(async () => (await stripe.invoices.list({ subscription: subscription.id })).data.length).toBe(2);
  const [draft] = (await stripe.invoices.list({ subscription: subscription.id })).data;
  expect(draft?.status).toBe('draft');
  expect(Math.abs((draft?.created ?? 0) - end)).toBeLessThan(10);
});

test('performs missed work of a running clock at the time it was due', async () => {
  const { clock, customer } = await onClock(now());
  const subscription = await subscribe(customer);
  const end = subscription.items.data[0]?.current_period_end ?? 0;
  await control.post(`clocks/${clock.id}/run`);
  // As if the sandbox had been stopped for 40 days.
  await database.query(`update objects set internal = json_build_object('offset', ($2)::bigint) where id = $1`, [
    clock.id,
    40 * DAY,
  ]);
  await expect
    .poll(
      async () => (await stripe.invoices.list({ subscription: subscription.id })).data[0]?.status_transitions.paid_at,
    )
    .toBe(end + HOUR);
});

test('retries a failed renewal after 3, 5 and 7 days and then cancels the subscription', async () => {
  const { clock, customer } = await onClock(now());
  const subscription = await subscribe(customer);
  const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id });
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: bad.id } });
  const end = subscription.items.data[0]?.current_period_end ?? 0;
  await control.post(`clocks/${clock.id}/advance`, { frozen_time: end + 30 * DAY });
  await arrived(clock.id);
  const { data } = await stripe.events.list({ type: 'invoice.payment_failed', limit: 100 });
  const mine = data.filter((event) => (event.data.object as Stripe.Invoice).customer === customer.id);
  const first = end + HOUR;
  expect(mine.map((event) => event.created).reverse()).toEqual([
    first,
    first + 3 * DAY,
    first + 8 * DAY,
    first + 15 * DAY,
  ]);
  expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
    status: 'canceled',
    ended_at: first + 15 * DAY,
  });
});

test("ends a trial and expires an incomplete subscription and a card by the clock's time", async () => {
  const { clock, customer } = await onClock(now());
  const trial = await subscribe(customer, { trial_period_days: 14 });
  const unpaid = await subscribe(customer, { payment_behavior: 'default_incomplete' });
  await control.post(`clocks/${clock.id}/advance`, { days: 1 });
  await arrived(clock.id);
  expect((await stripe.subscriptions.retrieve(unpaid.id)).status).toBe('incomplete_expired');
  await control.post(`clocks/${clock.id}/advance`, { days: 15 });
  await arrived(clock.id);
  expect(await stripe.subscriptions.retrieve(trial.id, { expand: ['latest_invoice'] })).toMatchObject({
    status: 'active',
    latest_invoice: { status: 'paid', total: 1000 },
  });
  const [card] = (await stripe.customers.listPaymentMethods(customer.id)).data;
  const lastMonth = Date.UTC(card?.card?.exp_year ?? 0, card?.card?.exp_month ?? 0) / 1000;
  await control.post(`clocks/${clock.id}/advance`, { frozen_time: lastMonth + 32 * DAY });
  await arrived(clock.id);
  const open = await stripe.invoices.list({ subscription: trial.id, status: 'open' });
  const failed = (await stripe.paymentIntents.list({ customer: customer.id, limit: 1 })).data[0];
  expect(open.data).toHaveLength(1);
  expect(failed?.last_payment_error).toMatchObject({ code: 'expired_card', decline_code: 'expired_card' });
  expect(open.data[0]?.created).toBeGreaterThanOrEqual(lastMonth - HOUR);
});

test('moves a customer and all their objects from real time onto a clock', async () => {
  const customer = await customerWithCard(stripe);
  const subscription = await subscribe(customer);
  expect(
    await errorOf(stripe.testHelpers.testClocks.create({ frozen_time: 1000, customer: customer.id })),
  ).toMatchObject({
    param: 'frozen_time',
  });
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: now(), customer: customer.id });
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ test_clock: clock.id });
  // A mirror receives an event for each changed object.
  const types = ['customer.updated', 'customer.subscription.updated', 'invoice.updated'];
  const events = (await stripe.events.list({ types, limit: 3 })).data;
  expect(events.map(({ type }) => type as string).sort()).toEqual([...types].sort());
  for (const { data } of events) {
    expect(data).toMatchObject({ object: { test_clock: clock.id }, previous_attributes: { test_clock: null } });
  }
  expect(
    await errorOf(stripe.testHelpers.testClocks.create({ frozen_time: now(), customer: customer.id })),
  ).toMatchObject({
    param: 'customer',
  });
  await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: now() + 32 * DAY });
  const renewed = await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] });
  expect(renewed).toMatchObject({ test_clock: clock.id, latest_invoice: { billing_reason: 'subscription_cycle' } });
  expect(expanded(renewed.latest_invoice).test_clock).toBe(clock.id);
  expect(
    await errorOf(stripe.testHelpers.testClocks.create({ frozen_time: now(), customer: 'cus_none' })),
  ).toMatchObject({
    code: 'resource_missing',
  });
});

test('rejects advancing a clock that is already advancing, and moving a clock back', async () => {
  const { clock, customer } = await onClock(fourteenMonthsAgo());
  // A daily renewal keeps the clock advancing for a while.
  const daily = {
    currency: 'usd',
    product: gold.product as string,
    unit_amount: 100,
    recurring: { interval: 'day' },
  } as const;
  await subscribe(customer, { items: [{ price_data: daily }] });
  await control.post(`clocks/${clock.id}/advance`, { months: 3 });
  expect(await control.refusal(`clocks/${clock.id}/advance`, { days: 1 })).toMatchObject({ param: 'test_clock' });
  expect(
    await errorOf(stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: now() + 400 * DAY })),
  ).toMatchObject({ param: 'test_clock' });
  const { time } = await arrived(clock.id);
  expect(await control.refusal(`clocks/${clock.id}/advance`, { frozen_time: time })).toMatchObject({
    param: 'frozen_time',
  });
  expect(await control.refusal(`clocks/${clock.id}/run`, { offset: time - now() - 60 })).toMatchObject({
    param: 'offset',
  });
  expect(await control.refusal(`clocks/${clock.id}/advance`)).toMatchObject({ param: 'frozen_time' });
});

test('stops the clock before work that fails, stores the reason, and continues on request', async () => {
  const { clock, customer } = await onClock(now());
  const subscription = await subscribe(customer);
  const end = subscription.items.data[0]?.current_period_end ?? 0;
  const { rows } = await database.query('select data::text from objects where id = $1', [subscription.id]);
  await database.query(`update objects set data = '{"status":"active"}' where id = $1`, [subscription.id]);
  await control.post(`clocks/${clock.id}/advance`, { frozen_time: end + DAY });
  const failed = await arrived(clock.id);
  expect(failed).toMatchObject({ status: 'internal_failure', work_done: 0 });
  expect(failed.failure).toContain(subscription.id);
  expect(failed.time).toBeLessThan(end);
  await database.query('update objects set data = $2 where id = $1', [subscription.id, rows[0].data]);
  await control.post(`clocks/${clock.id}/advance`, { frozen_time: end + DAY });
  expect(await arrived(clock.id)).toMatchObject({ status: 'ready', failure: null, time: end + DAY });
  const { data } = await stripe.events.list({ types: ['test_helpers.test_clock.internal_failure'] });
  expect(data).toHaveLength(1);
});

test("attaches, sets up and detaches cards in the customer's time", async () => {
  const start = now();
  const { clock, customer } = await onClock(start);
  const [method] = (await stripe.customers.listPaymentMethods(customer.id)).data;
  const later = start + 5 * 365 * DAY;
  await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: later });
  const attached = stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
  expect((await errorOf(attached)).code).toBe('expired_card');
  const setup = await stripe.setupIntents.create({ customer: customer.id });
  const confirmed = stripe.setupIntents.confirm(setup.id, { payment_method: 'pm_card_visa' });
  expect((await errorOf(confirmed)).code).toBe('expired_card');
  await stripe.paymentMethods.detach(method?.id ?? '');
  const [event] = (await stripe.events.list({ type: 'payment_method.detached' })).data;
  expect(event?.created).toBe(later);
});

test('deletes a clock with all its objects and their pending deliveries', async () => {
  const { clock, customer } = await onClock(now());
  await stripe.testHelpers.testClocks.del(clock.id);
  expect(await errorOf(stripe.customers.retrieve(customer.id))).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
  const { rows } = await database.query(
    'select count(*)::int as orphans from deliveries where event not in (select id from objects)',
  );
  expect(rows[0].orphans).toBe(0);
});
