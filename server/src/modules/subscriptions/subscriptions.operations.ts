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
const changeOutcome = z.object({ stripeSubscriptionId: z.string() });
const cardRequest = z.object({
  subscriptionId: z.int(),
  stripeSubscriptionId: z.string(),
  paymentMethodId: z.string(),
});

export type CancellationRequest = z.infer<typeof cancellationRequest>;
export type CardRequest = z.infer<typeof cardRequest>;
type ChangeOutcome = z.infer<typeof changeOutcome>;
type CancellationOperation = OperationOf<CancellationRequest, ChangeOutcome>;

export const cancelOperation = defineOperation({
  kind: 'subscription-cancel',
  request: cancellationRequest,
  outcome: changeOutcome,
  shownAs: 'cancel',
  isAboutProduct: true,
  perform: (context: SubscriptionsContext, operation, operationContext) =>
    setCancellation(context, operation, operationContext, 'subscription.notCancelable'),
  settled: (context, transaction, operation) => audit(context, transaction, operation, 'subscriptionCanceled'),
});

export const restoreOperation = defineOperation({
  kind: 'subscription-restore',
  request: cancellationRequest,
  outcome: changeOutcome,
  shownAs: 'restore',
  isAboutProduct: true,
  perform: (context: SubscriptionsContext, operation, operationContext) =>
    setCancellation(context, operation, operationContext, 'subscription.notRestorable'),
  settled: (context, transaction, operation) => audit(context, transaction, operation, 'subscriptionRestored'),
});

/** Has a subscription charged to another card (SUB-30). */
export const changeCardOperation = defineOperation({
  kind: 'subscription-card',
  request: cardRequest,
  outcome: changeOutcome,
  shownAs: 'changeCard',
  isAboutProduct: true,
  cardsHeldBy: ({ paymentMethodId }) => [paymentMethodId],
  perform: setCard,
  settled: async (context: SubscriptionsContext, transaction, { state, actor, request }) => {
    if (state !== 'succeeded') return;
    const { subscriptionId, paymentMethodId } = request;
    const event = { kind: 'subscriptionCardChanged', detail: { subscriptionId, paymentMethodId } } as const;
    await context.audit.record({ ...(actor as Partial<Actor>), ...event }, transaction);
  },
});

/** @throws StateConflictError when the subscription ended before the call, or the card left the customer. */
async function setCard(
  { gateway }: SubscriptionsContext,
  { request: { stripeSubscriptionId, paymentMethodId } }: OperationOf<CardRequest, ChangeOutcome>,
  { step }: OperationContext,
): Promise<Performed<ChangeOutcome>> {
  try {
    const subscription = await gateway.subscriptions.setCard(stripeSubscriptionId, paymentMethodId, step);
    await gateway.mirror.storeSubscription(subscription);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await gateway.mirror.refresh('subscription', stripeSubscriptionId);
    throw new StateConflictError('subscription.cardNotChangeable');
  }
  return { state: 'succeeded', outcome: { stripeSubscriptionId } };
}

/** @throws StateConflictError when the subscription ended before the call. */
async function setCancellation(
  { gateway }: SubscriptionsContext,
  { request: { stripeSubscriptionId, ending } }: CancellationOperation,
  { step }: OperationContext,
  refusal: ConstructorParameters<typeof StateConflictError>[0],
): Promise<Performed<ChangeOutcome>> {
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
