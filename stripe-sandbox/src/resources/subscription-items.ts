import type Stripe from 'stripe';
import { endpoint, pageOf, slice } from '../endpoint.ts';
import { itemFields } from '../engine/items.ts';
import { ApiError } from '../errors.ts';
import { flag, needed, paging, text } from '../parameters.ts';
import type { Work } from '../storage/work.ts';
import { updateParameters } from './subscription-parameters.ts';
import { subscriptionAtItsTime, update } from './subscriptions.ts';

/** The billing parameters of an item's change, which equal those of its subscription's. */
const billing = {
  payment_behavior: updateParameters.payment_behavior,
  proration_behavior: updateParameters.proration_behavior,
  proration_date: updateParameters.proration_date,
};

const fields = { ...billing, ...itemFields };

/** The item with this id and its subscription. Throws 404 for an unknown one. */
async function withOwner(work: Work, id: string) {
  const [owner] = await work.list('subscription', { related: [id], limit: 1 });
  const item = owner?.items.data.find((candidate) => candidate.id === id);
  if (owner === undefined || item === undefined) {
    throw new ApiError(404, {
      type: 'invalid_request_error',
      code: 'resource_missing',
      message: `Invalid subscription_item id: ${id}`,
      param: 'item',
    });
  }
  return { subscription: await subscriptionAtItsTime(work, owner.id), item };
}

function itemOf(subscription: Stripe.Subscription, id: string): Stripe.SubscriptionItem {
  const item = subscription.items.data.find((candidate) => candidate.id === id);
  if (item === undefined) throw new Error(`${subscription.id} has lost its item ${id}`);
  return item;
}

/** The parameters that apply to the whole subscription. */
function billingOf(given: {
  payment_behavior?: ReturnType<typeof updateParameters.payment_behavior.read> | undefined;
  proration_behavior?: ReturnType<typeof updateParameters.proration_behavior.read> | undefined;
  proration_date?: number | undefined;
}) {
  const { payment_behavior, proration_behavior, proration_date } = given;
  return { payment_behavior, proration_behavior, proration_date };
}

export const subscriptionItemEndpoints = [
  endpoint('POST /v1/subscription_items', { ...fields, subscription: needed(text()) }, async ({ work, parameters }) => {
    const subscription = await subscriptionAtItsTime(work, parameters.subscription, 'subscription');
    const known = new Set(subscription.items.data.map(({ id }) => id));
    const { discounts, metadata: notes, price, price_data, quantity, tax_rates } = parameters;
    await update(work, subscription, {
      ...billingOf(parameters),
      items: [{ discounts, metadata: notes, price, price_data, quantity, tax_rates }],
    });
    const made = subscription.items.data.find(({ id }) => !known.has(id));
    // The item after a pending update, as Stripe shows it.
    const pending = subscription.pending_update?.subscription_items?.find(({ id }) => !known.has(id));
    return made ?? pending ?? {};
  }),

  endpoint(
    'GET /v1/subscription_items/:item',
    {},
    async ({ work, ids }) => (await withOwner(work, ids.item ?? '')).item,
  ),

  endpoint(
    'POST /v1/subscription_items/:item',
    { ...fields, off_session: flag() },
    async ({ work, ids, parameters }) => {
      const { subscription, item } = await withOwner(work, ids.item ?? '');
      const { discounts, metadata: notes, price, price_data, quantity, tax_rates } = parameters;
      await update(work, subscription, {
        ...billingOf(parameters),
        items: [{ id: item.id, discounts, metadata: notes, price, price_data, quantity, tax_rates }],
      });
      return itemOf(subscription, item.id);
    },
  ),

  endpoint(
    'DELETE /v1/subscription_items/:item',
    { ...billing, clear_usage: flag() },
    async ({ work, ids, parameters }) => {
      const { subscription, item } = await withOwner(work, ids.item ?? '');
      await update(work, subscription, { ...billingOf(parameters), items: [{ id: item.id, deleted: true }] });
      return { id: item.id, object: 'subscription_item', deleted: true };
    },
  ),

  endpoint('GET /v1/subscription_items', { ...paging, subscription: needed(text()) }, async ({ work, parameters }) => {
    const subscription = await work.get('subscription', parameters.subscription, 'subscription');
    const { data, hasMore } = slice(subscription.items.data, pageOf(parameters), 'subscription_item');
    return { object: 'list', data, has_more: hasMore, url: '/v1/subscription_items' };
  }),
];
