import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { onlyHere, useStripe } from '../../test/at-stripe.ts';
import { advance } from '../../test/clocks.ts';
import { customerWithCard, errorOf, expanded, monthly } from '../../test/sandbox.ts';

/** List filters that a mirror uses: time, customer, status and related objects. */
const stripe = await useStripe();
const START = Date.UTC(2026, 0, 1) / 1000;
const DAY = 86_400;
const gold = await monthly(stripe, 1000);

async function ids(pages: AsyncIterable<{ id: string }>): Promise<string[]> {
  const found: string[] = [];
  for await (const { id } of pages) found.push(id);
  return found;
}

test('adds any number of pending items to an invoice, shows ten lines and lists them all', async () => {
  const customer = await customerWithCard(stripe);
  const made: string[] = [];
  for (let index = 0; index < 105; index += 1) {
    made.push((await stripe.invoiceItems.create({ customer: customer.id, amount: 100 + index, currency: 'usd' })).id);
  }
  expect(await ids(stripe.invoiceItems.list({ customer: customer.id, pending: true, limit: 50 }))).toHaveLength(105);
  const invoice = await stripe.invoices.create({
    customer: customer.id,
    pending_invoice_items_behavior: 'include',
    auto_advance: false,
  });
  expect(invoice.lines).toMatchObject({ has_more: true, url: `/v1/invoices/${invoice.id}/lines` });
  expect(invoice.lines.data).toHaveLength(10);
  const lines: Stripe.InvoiceLineItem[] = [];
  for await (const line of stripe.invoices.listLineItems(invoice.id, { limit: 100 })) lines.push(line);
  expect(lines.map((line) => line.parent?.invoice_item_details?.invoice_item)).toEqual(made);
  expect(invoice.total).toBe(lines.reduce((sum, { amount }) => sum + amount, 0));
  const page = await stripe.invoices.listLineItems(invoice.id, { limit: 5, ending_before: lines[100]?.id ?? '' });
  expect([page.data.map(({ id }) => id), page.has_more]).toEqual([lines.slice(95, 100).map(({ id }) => id), true]);
  expect(await errorOf(stripe.invoices.listLineItems(invoice.id, { starting_after: 'il_none' }))).toMatchObject({
    param: 'starting_after',
  });
});

test('filters by times with bounds or exactly', async () => {
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: START });
  const customers: Stripe.Customer[] = [];
  for (let day = 0; day < 4; day += 1) {
    if (day > 0) await advance(stripe, clock.id, START + day * DAY);
    customers.push(await stripe.customers.create({ test_clock: clock.id }));
  }
  const [first, second, third, fourth] = customers.map(({ id }) => id);
  const list = async (created: number | { gt?: number; gte?: number; lt?: number; lte?: number }) =>
    (await stripe.customers.list({ test_clock: clock.id, created })).data.map(({ id }) => id);
  expect(await list({ gt: START + DAY })).toEqual([fourth, third]);
  expect(await list({ gte: START + DAY })).toEqual([fourth, third, second]);
  expect(await list({ lt: START + DAY })).toEqual([first]);
  expect(await list({ lte: START + DAY })).toEqual([second, first]);
  expect(await list({ gte: START + DAY, lt: START + 3 * DAY })).toEqual([third, second]);
  expect(await list(START + 2 * DAY)).toEqual([third]);
});

onlyHere('automatic tax needs registrations that an account may lack')(
  'returns subscriptions by customer, price, status, collection method, tax and period',
  async () => {
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: START });
    const customer = await customerWithCard(stripe, 'pm_card_visa', {
      test_clock: clock.id,
      address: { country: 'FR' },
    });
    const silver = await monthly(stripe, 500);
    const create = (given: Partial<Stripe.SubscriptionCreateParams>) =>
      stripe.subscriptions.create({ customer: customer.id, items: [{ price: gold.id }], ...given });
    const plain = await create({});
    const taxed = await create({ automatic_tax: { enabled: true }, items: [{ price: silver.id }] });
    const sent = await create({ collection_method: 'send_invoice', days_until_due: 7, trial_period_days: 10 });
    const ended = await stripe.subscriptions.cancel((await create({})).id);
    const list = async (given: Stripe.SubscriptionListParams) =>
      (await stripe.subscriptions.list({ customer: customer.id, ...given })).data.map(({ id }) => id).sort();
    const sorted = (...subscriptions: Stripe.Subscription[]) => subscriptions.map(({ id }) => id).sort();
    expect(await list({})).toEqual(sorted(plain, taxed, sent));
    expect(await list({ status: 'all' })).toEqual(sorted(plain, taxed, sent, ended));
    expect(await list({ status: 'ended' })).toEqual(sorted(ended));
    expect(await list({ status: 'trialing' })).toEqual(sorted(sent));
    expect(await list({ price: silver.id })).toEqual(sorted(taxed));
    expect(await list({ automatic_tax: { enabled: true } })).toEqual(sorted(taxed));
    expect(await list({ collection_method: 'send_invoice' })).toEqual(sorted(sent));
    expect(await list({ current_period_end: { lte: START + 10 * DAY } })).toEqual(sorted(sent));
    expect(await list({ current_period_start: { gte: START, lt: START + 1 }, status: 'active' })).toEqual(
      sorted(plain, taxed),
    );
    expect(await list({ test_clock: clock.id })).toHaveLength(3);
    expect(await errorOf(stripe.subscriptions.list({ customer: 'cus_none' }))).toMatchObject({
      statusCode: 400,
      param: 'customer',
    });
  },
);

test('returns invoices by subscription, status, collection method and due date', async () => {
  const customer = await customerWithCard(stripe);
  const subscription = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: gold.id }] });
  const due = Math.floor(Date.now() / 1000) + 5 * DAY;
  const draft = await stripe.invoices.create({
    customer: customer.id,
    collection_method: 'send_invoice',
    due_date: due,
    auto_advance: false,
  });
  const list = async (given: Stripe.InvoiceListParams) =>
    (await stripe.invoices.list({ customer: customer.id, ...given })).data.map(({ id }) => id);
  expect(await list({ subscription: subscription.id })).toEqual([subscription.latest_invoice]);
  expect(await list({ status: 'draft' })).toEqual([draft.id]);
  expect(await list({ collection_method: 'charge_automatically' })).toEqual([subscription.latest_invoice]);
  expect(await list({ due_date: { gte: due } })).toEqual([draft.id]);
  expect(await list({ due_date: { gt: due } })).toEqual([]);
});

/** The object before an event, from its `previous_attributes`. */
function former(event: Stripe.Event): Record<string, unknown> {
  const undo = (object: Record<string, unknown>, previous: Record<string, unknown>): Record<string, unknown> => {
    const before: Record<string, unknown> = { ...object };
    for (const [name, value] of Object.entries(previous)) {
      const [now, was] = [object[name], value];
      const isHash = (one: unknown): one is Record<string, unknown> =>
        typeof one === 'object' && one !== null && !Array.isArray(one) && !('object' in one);
      before[name] = isHash(now) && isHash(was) ? undo(now, was) : was;
    }
    return before;
  };
  return undo(event.data.object as never, (event.data.previous_attributes ?? {}) as never);
}

onlyHere('the account has events of other tests')(
  'records each change as an event whose previous attributes lead to the event before',
  async () => {
    const customer = await customerWithCard(stripe, 'pm_card_visa', { metadata: { kept: '1', changed: 'a' } });
    await stripe.customers.update(customer.id, { metadata: { changed: 'b' }, address: { country: 'DE' } });
    const subscription = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: gold.id }] });
    const item = subscription.items.data[0]?.id ?? '';
    await stripe.subscriptions.update(subscription.id, {
      items: [{ id: item, quantity: 3 }],
      proration_behavior: 'always_invoice',
    });
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    const { data: methods } = await stripe.customers.listPaymentMethods(customer.id);
    await stripe.paymentMethods.update(methods[0]?.id ?? '', { card: { exp_year: 2044 } });
    const invoice = expanded(
      (await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })).latest_invoice,
    );
    await stripe.creditNotes.create({ invoice: invoice.id, amount: 100, refund_amount: 100 });

    const events: Stripe.Event[] = [];
    for await (const event of stripe.events.list({ limit: 100 })) events.unshift(event);
    const last = new Map<string, Record<string, unknown>>();
    const updated = new Set<string>();
    for (const event of events) {
      const object = event.data.object as unknown as { id: string; object: string };
      const before = last.get(object.id);
      if (event.data.previous_attributes !== undefined) {
        updated.add(object.object);
        // Each `….updated` event continues from the event before it.
        if (before !== undefined)
          expect({ type: event.type, ...former(event) }).toEqual({ type: event.type, ...before });
      } else if (before !== undefined && event.type.endsWith('.updated')) throw new Error(`${event.id} has no change`);
      const isEnd = event.type === 'customer.subscription.deleted';
      if (event.data.previous_attributes !== undefined || before === undefined || isEnd)
        last.set(object.id, object as never);
    }
    expect([...updated].sort()).toEqual(
      expect.arrayContaining(['customer', 'invoice', 'payment_method', 'subscription']),
    );
    // The last event shows the current state.
    for (const [id, lastState] of last) {
      if (lastState.object === 'customer') expect(lastState).toEqual(plain(await stripe.customers.retrieve(id)));
      if (lastState.object === 'subscription')
        expect(lastState).toEqual(plain(await stripe.subscriptions.retrieve(id)));
      if (lastState.object === 'invoice') expect(lastState).toEqual(plain(await stripe.invoices.retrieve(id)));
    }
  },
);

/** The object as JSON. */
function plain(object: object): object {
  return JSON.parse(JSON.stringify(object));
}
