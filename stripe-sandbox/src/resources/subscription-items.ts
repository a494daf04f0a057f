import type Stripe from 'stripe';
import { endpoint, pageOf, slice } from '../endpoint.ts';
import { invalidRequest } from '../errors.ts';
import { needed, paging, text } from '../parameters.ts';
import type { Work } from '../storage/work.ts';

async function itemWithOwner(work: Work, id: string): Promise<Stripe.SubscriptionItem> {
  const [subscription] = await work.list('subscription', { related: [id], limit: 1 });
  const item = subscription?.items.data.find((candidate) => candidate.id === id);
  if (item === undefined)
    throw invalidRequest(`Invalid subscription_item id: ${id}`, { code: 'resource_missing', param: 'id' });
  return item;
}

export const subscriptionItemEndpoints = [
  endpoint('GET /v1/subscription_items/:item', {}, async ({ work, ids }) => itemWithOwner(work, ids.item ?? '')),

  endpoint('GET /v1/subscription_items', { ...paging, subscription: needed(text()) }, async ({ work, parameters }) => {
    const subscription = await work.get('subscription', parameters.subscription, 'subscription');
    const { data, hasMore } = slice(subscription.items.data, pageOf(parameters), 'subscription_item');
    return { object: 'list', data, has_more: hasMore, url: '/v1/subscription_items' };
  }),
];
