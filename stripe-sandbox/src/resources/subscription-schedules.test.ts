import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { useStripe } from '../../test/at-stripe.ts';
import { advance } from '../../test/clocks.ts';
import { foretold } from '../../test/histories/foretold.ts';
import { customerWithCard, errorOf, monthly } from '../../test/sandbox.ts';

const stripe = await useStripe();
const START = Date.UTC(2026, 0, 15, 12) / 1000;
const END = Date.UTC(2026, 1, 15, 12) / 1000;
const HOUR = 3600;
const gold = await monthly(stripe, 1000);
const silver = await monthly(stripe, 400);
const yearly = await monthly(stripe, 9000, { recurring: { interval: 'year' } });

async function subscribed(
  items: Stripe.SubscriptionCreateParams.Item[] = [{ price: gold.id, quantity: 3 }],
  given = {},
) {
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: START });
  const customer = await customerWithCard(stripe, 'pm_card_visa', { test_clock: clock.id });
  const subscription = await stripe.subscriptions.create({ customer: customer.id, items, ...given });
  return { subscription, customer, advance: (time: number) => advance(stripe, clock.id, time) };
}

/** Schedules other items for a subscription from the end of its period. */
async function scheduled(
  subscription: Stripe.Subscription,
  items: Stripe.SubscriptionScheduleUpdateParams.Phase.Item[],
  given: Partial<Stripe.SubscriptionScheduleUpdateParams.Phase> = {},
) {
  const { id, phases } = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
  return stripe.subscriptionSchedules.update(id, {
    end_behavior: 'release',
    phases: [
      {
        items: subscription.items.data.map(({ price, quantity }) => ({ price: price.id, quantity: quantity ?? 1 })),
        start_date: phases[0]?.start_date ?? 0,
        end_date: phases[0]?.end_date ?? 0,
      },
      { items, duration: { interval: 'day' }, proration_behavior: 'none', ...given },
    ],
  });
}

const latest = async (subscription: Stripe.Subscription) =>
  (await stripe.invoices.list({ subscription: subscription.id, limit: 1 })).data[0] as Stripe.Invoice;

test('begins a phase with the renewal, charges the previewed amount, and releases the subscription', async () => {
  const coupon = await stripe.coupons.create({ percent_off: 10, duration: 'forever' });
  const made = await subscribed(undefined, { discounts: [{ coupon: coupon.id }] });
  const discount = String(made.subscription.discounts[0]);
  const schedule = await scheduled(made.subscription, [{ price: silver.id, quantity: 2, metadata: { kind: 'base' } }], {
    discounts: [{ discount }],
    metadata: { plan: 'silver' },
  });
  expect(await stripe.subscriptions.retrieve(made.subscription.id)).toMatchObject({ schedule: schedule.id });
  const preview = await stripe.invoices.createPreview({ subscription: made.subscription.id });
  expect(preview.total).toBe(720);
  expect(foretold(await stripe.invoices.createPreview({ schedule: schedule.id }))).toEqual(foretold(preview));
  await made.advance(END - 1);
  expect((await stripe.subscriptions.retrieve(made.subscription.id)).items.data[0]?.price.id).toBe(gold.id);
  await made.advance(END + 2 * HOUR);
  expect(foretold(await latest(made.subscription))).toEqual(foretold(preview));
  const changed = await stripe.subscriptions.retrieve(made.subscription.id);
  expect(changed).toMatchObject({ discounts: [discount], metadata: { plan: 'silver' }, schedule: schedule.id });
  expect(changed.items.data).toMatchObject([{ price: { id: silver.id }, quantity: 2, metadata: { kind: 'base' } }]);
  await made.advance(END + 25 * HOUR);
  const released = await stripe.subscriptionSchedules.retrieve(schedule.id);
  expect(released).toMatchObject({ status: 'released', subscription: null, released_subscription: changed.id });
  expect((await stripe.subscriptions.retrieve(changed.id)).schedule).toBeNull();
  const events = await stripe.events.list({
    types: ['subscription_schedule.created', 'subscription_schedule.released'],
  });
  expect(events.data.filter(({ data }) => (data.object as { id: string }).id === schedule.id)).toHaveLength(2);
});

test('previews the next phase with the discounts of the call instead of the phase’s own', async () => {
  const coupon = await stripe.coupons.create({ percent_off: 10, duration: 'forever' });
  const made = await subscribed(undefined, { discounts: [{ coupon: coupon.id }] });
  const discount = String(made.subscription.discounts[0]);
  const { id } = await scheduled(made.subscription, [{ price: silver.id }], { discounts: [{ discount }] });
  for (const preview_mode of ['next', 'recurring'] as const) {
    const totals = async (given: Stripe.InvoiceCreatePreviewParams) =>
      (await stripe.invoices.createPreview({ schedule: id, preview_mode, ...given })).total;
    expect([await totals({}), await totals({ discounts: '' })]).toEqual([360, 400]);
  }
});

test('changes the billing interval with the end of the period', async () => {
  const made = await subscribed([{ price: yearly.id }]);
  await scheduled(made.subscription, [{ price: gold.id }]);
  const preview = await stripe.invoices.createPreview({ subscription: made.subscription.id });
  const end = Date.UTC(2027, 0, 15, 12) / 1000;
  await made.advance(end + 2 * HOUR);
  expect(foretold(await latest(made.subscription))).toEqual(foretold(preview));
  expect(preview.lines.data[0]?.period).toEqual({ start: end, end: Date.UTC(2027, 1, 15, 12) / 1000 });
});

test('releases a subscription before its next phase', async () => {
  const made = await subscribed();
  const schedule = await scheduled(made.subscription, [{ price: silver.id }]);
  expect(
    await errorOf(stripe.subscriptions.update(made.subscription.id, { cancel_at_period_end: true })),
  ).toMatchObject({
    message: expect.stringContaining('managed by the subscription schedule'),
  });
  await stripe.subscriptionSchedules.release(schedule.id);
  expect((await errorOf(stripe.subscriptionSchedules.release(schedule.id))).message).toContain('`released`');
  await made.advance(END + 2 * HOUR);
  expect((await latest(made.subscription)).total).toBe(3000);
});

test('keeps the next phase while the subscription itself is changed', async () => {
  const made = await subscribed();
  const schedule = await scheduled(made.subscription, [{ price: silver.id }]);
  const [item] = made.subscription.items.data;
  await stripe.subscriptions.update(made.subscription.id, { items: [{ id: item?.id ?? '', quantity: 5 }] });
  const now = await stripe.subscriptionSchedules.retrieve(schedule.id);
  expect(now.phases.map(({ items }) => items[0]?.quantity)).toEqual([5, 1]);
  await made.advance(END + 2 * HOUR);
  expect((await stripe.subscriptions.retrieve(made.subscription.id)).items.data[0]?.price.id).toBe(silver.id);
});

test('cancels the schedule of a subscription that ends', async () => {
  const made = await subscribed();
  const schedule = await scheduled(made.subscription, [{ price: silver.id }]);
  await stripe.subscriptions.cancel(made.subscription.id);
  expect((await stripe.subscriptionSchedules.retrieve(schedule.id)).status).toBe('canceled');
});

test('rejects a second schedule, a schedule of a subscription that ends, and phases that do not follow each other', async () => {
  const made = await subscribed();
  const schedule = await scheduled(made.subscription, [{ price: silver.id }]);
  const create = (id: string) => errorOf(stripe.subscriptionSchedules.create({ from_subscription: id }));
  expect((await create(made.subscription.id)).param).toBe('from_subscription');
  const ending = await subscribed(undefined, { cancel_at_period_end: true });
  expect((await create(ending.subscription.id)).param).toBe('from_subscription');
  const gap = stripe.subscriptionSchedules.update(schedule.id, {
    phases: [
      { items: [{ price: gold.id, quantity: 3 }], start_date: START, end_date: END },
      { items: [{ price: silver.id }], start_date: END + 1, end_date: END + 2 },
    ],
  });
  expect((await errorOf(gap)).param).toBe('phases[1][start_date]');
});
