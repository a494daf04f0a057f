import type { ResponseOf, SubscriptionEvent, subscriptions } from '@portico/contract';
import type { RequestContext } from '../../http/request-context.ts';
import type { SubscriptionsContext } from './subscriptions.context.ts';
import { canceledTo } from './subscriptions.rules.ts';
import { requireSubscription } from './subscriptions.service.ts';

/** What happened to a subscription and what is known to come. @throws NotFoundError also for another account's. */
export async function listSubscriptionEvents(
  context: SubscriptionsContext & RequestContext,
  id: number,
): Promise<ResponseOf<typeof subscriptions.listEvents>> {
  const row = await requireSubscription(context, id);
  const event = (kind: SubscriptionEvent['kind'], at: Date | null, isAhead: boolean): SubscriptionEvent[] =>
    at === null ? [] : [{ kind, at: at.toISOString(), isAhead, detail: null, amount: null }];
  const cancelAt = canceledTo(row);
  return {
    items: [
      ...event(row.trial ? 'trialStarted' : 'started', row.startedAt, false),
      ...event('ended', row.endedAt, false),
      ...(row.endedAt ? [] : event(cancelAt ? 'ends' : row.trial ? 'trialEnds' : 'renews', row.expiresAt, true)),
    ],
  };
}
