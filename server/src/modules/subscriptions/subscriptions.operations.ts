import { z } from 'zod';
import type { Queryable } from '../../db/database.ts';
import type { Actor } from '../../http/request-context.ts';
import { defineOperation, type OperationContext, type OperationOf, type Performed } from '../../operations/index.ts';
import { isRefusal } from '../../stripe/index.ts';
import type { SubscriptionsContext } from './subscriptions.context.ts';
import { StateConflictError } from './subscriptions.errors.ts';

/** The subject of a change of a subscription is its product, as for a purchase. */
const cancellationRequest = z.object({
  subscriptionId: z.int(),
  stripeSubscriptionId: z.string(),
  /** The change at Stripe: cancel at the period's end, restore, or restore from a cancellation on a date. */
  ending: z.enum(['atPeriodEnd', 'lifted', 'onDateLifted']),
});
const cancellationOutcome = z.object({ stripeSubscriptionId: z.string() });

export type CancellationRequest = z.infer<typeof cancellationRequest>;
type CancellationOperation = OperationOf<CancellationRequest, z.infer<typeof cancellationOutcome>>;

export const cancelOperation = defineOperation({
  kind: 'subscription-cancel',
  request: cancellationRequest,
  outcome: cancellationOutcome,
  shownAs: 'cancel',
  isAboutProduct: true,
  perform: (context: SubscriptionsContext, operation, operationContext) =>
    setCancellation(context, operation, operationContext, 'subscription.notCancelable'),
  settled: (context, transaction, operation) => audit(context, transaction, operation, 'subscriptionCanceled'),
});

export const restoreOperation = defineOperation({
  kind: 'subscription-restore',
  request: cancellationRequest,
  outcome: cancellationOutcome,
  shownAs: 'restore',
  isAboutProduct: true,
  perform: (context: SubscriptionsContext, operation, operationContext) =>
    setCancellation(context, operation, operationContext, 'subscription.notRestorable'),
  settled: (context, transaction, operation) => audit(context, transaction, operation, 'subscriptionRestored'),
});

/** @throws StateConflictError when the subscription ended before the call. */
async function setCancellation(
  { gateway }: SubscriptionsContext,
  { request: { stripeSubscriptionId, ending } }: CancellationOperation,
  { step }: OperationContext,
  refusal: ConstructorParameters<typeof StateConflictError>[0],
): Promise<Performed<z.infer<typeof cancellationOutcome>>> {
  try {
    const subscription = await gateway.subscriptions.setCancellation(stripeSubscriptionId, ending, step);
    await gateway.mirror.storeSubscription(subscription);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    // The user's page shows an old state, so the mirror is refreshed before the refusal.
    await gateway.mirror.refresh('subscription', stripeSubscriptionId);
    throw new StateConflictError(refusal);
  }
  return { state: 'succeeded', outcome: { stripeSubscriptionId } };
}

async function audit(
  context: SubscriptionsContext,
  transaction: Queryable,
  { state, actor, request: { subscriptionId } }: CancellationOperation,
  kind: 'subscriptionCanceled' | 'subscriptionRestored',
): Promise<void> {
  if (state !== 'succeeded') return;
  await context.audit.record({ ...(actor as Partial<Actor>), kind, detail: { subscriptionId } }, transaction);
}
