import { z } from 'zod';
import type { Queryable } from '../../db/database.ts';
import type { Actor } from '../../http/request-context.ts';
import { defineOperation, type OperationContext, type OperationOf, type Performed } from '../../operations/index.ts';
import { isRefusal } from '../../stripe/index.ts';
import type { SubscriptionsContext } from './subscriptions.context.ts';
import { NotAllowedNowError } from './subscriptions.errors.ts';

/** The subject of a change of a subscription is its product, as a purchase's is. */
const endingRequest = z.object({
  subscriptionId: z.int(),
  stripeSubscriptionId: z.string(),
  /** What is asked of Stripe: to end with the period, to lift that, or to lift an end on a day of its own. */
  ending: z.enum(['atPeriodEnd', 'lifted', 'onDateLifted']),
});
const endingOutcome = z.object({ stripeSubscriptionId: z.string() });

export type EndingRequest = z.infer<typeof endingRequest>;
type EndingOperation = OperationOf<EndingRequest, z.infer<typeof endingOutcome>>;

export const cancelOperation = defineOperation({
  kind: 'subscription-cancel',
  request: endingRequest,
  outcome: endingOutcome,
  shownAs: 'cancel',
  isAboutProduct: true,
  perform: (context: SubscriptionsContext, operation, operationContext) =>
    setEnding(context, operation, operationContext, 'subscription.notCancelable'),
  settled: (context, transaction, operation) => audit(context, transaction, operation, 'subscriptionCanceled'),
});

export const restoreOperation = defineOperation({
  kind: 'subscription-restore',
  request: endingRequest,
  outcome: endingOutcome,
  shownAs: 'restore',
  isAboutProduct: true,
  perform: (context: SubscriptionsContext, operation, operationContext) =>
    setEnding(context, operation, operationContext, 'subscription.notRestorable'),
  settled: (context, transaction, operation) => audit(context, transaction, operation, 'subscriptionRestored'),
});

/** @throws NotAllowedNowError where the subscription ended before Stripe was asked. */
async function setEnding(
  { gateway }: SubscriptionsContext,
  { request: { stripeSubscriptionId, ending } }: EndingOperation,
  { step }: OperationContext,
  refusal: ConstructorParameters<typeof NotAllowedNowError>[0],
): Promise<Performed<z.infer<typeof endingOutcome>>> {
  try {
    const subscription = await gateway.subscriptions.setCancellation(stripeSubscriptionId, ending, step);
    await gateway.mirror.storeSubscription(subscription);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    // The page that asked shows an old state: the mirror is brought up to date along with the refusal.
    await gateway.mirror.refresh('subscription', stripeSubscriptionId);
    throw new NotAllowedNowError(refusal);
  }
  return { state: 'succeeded', outcome: { stripeSubscriptionId } };
}

async function audit(
  context: SubscriptionsContext,
  transaction: Queryable,
  { state, actor, request: { subscriptionId } }: EndingOperation,
  kind: 'subscriptionCanceled' | 'subscriptionRestored',
): Promise<void> {
  if (state !== 'succeeded') return;
  await context.audit.record({ ...(actor as Partial<Actor>), kind, detail: { subscriptionId } }, transaction);
}
