import { cancellationReason } from '@portico/contract';
import { z } from 'zod';
import type { Queryable } from '../../core/db/database.ts';
import type { Actor } from '../../core/http/request-context.ts';
import {
  defineOperation,
  type OperationContext,
  type OperationOf,
  type Performed,
} from '../../core/operations/index.ts';
import { isRefusal } from '../../core/stripe/index.ts';
import { findLatestCancellation } from './changes.queries.ts';
import type { SubscriptionsContext } from './subscriptions.context.ts';
import { StateConflictError } from './subscriptions.errors.ts';
import { findSubscription } from './subscriptions.queries.ts';

/** The subject of the operation is the subscription's product, as for a purchase. */
const cancellationRequest = z.object({
  subscriptionId: z.int(),
  stripeSubscriptionId: z.string(),
  /** The change at Stripe: cancel at the period's end, restore, or restore from a cancellation on a date. */
  ending: z.enum(['atPeriodEnd', 'lifted', 'onDateLifted']),
  /** The customer's reason, if given. Stripe gets it in the same call (CXL-3). */
  told: z.object({ reason: cancellationReason, comment: z.string().nullable() }).optional(),
  /** The schedule to release first, because otherwise it would determine the end; null or absent without a schedule. */
  stripeScheduleId: z.string().nullish(),
});
const takeBackRequest = z.object({
  subscriptionId: z.int(),
  stripeSubscriptionId: z.string(),
  stripeScheduleId: z.string(),
});
const changeOutcome = z.object({ stripeSubscriptionId: z.string() });
const cardRequest = z.object({
  subscriptionId: z.int(),
  stripeSubscriptionId: z.string(),
  paymentMethodId: z.string(),
});

export type CancellationRequest = z.infer<typeof cancellationRequest>;
export type TakeBackRequest = z.infer<typeof takeBackRequest>;
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
  settled: async (context, transaction, operation) => {
    await audit(context, transaction, operation, 'subscriptionCanceled');
    await recordCanceled(context, transaction, operation);
  },
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

/** Charges a subscription to another card (SUB-30). */
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

/** Takes back a scheduled change (SCH-7). */
export const takeBackOperation = defineOperation({
  kind: 'scheduled-change-take-back',
  request: takeBackRequest,
  outcome: changeOutcome,
  shownAs: 'takeBack',
  isAboutProduct: true,
  perform: async (context: SubscriptionsContext, { request }, { step }): Promise<Performed<ChangeOutcome>> => {
    const { stripeSubscriptionId, stripeScheduleId } = request;
    await releaseSchedule(context, stripeScheduleId, step);
    await context.gateway.mirror.refresh('subscription', stripeSubscriptionId);
    return { state: 'succeeded', outcome: { stripeSubscriptionId } };
  },
  settled: (context, transaction, operation) => audit(context, transaction, operation, 'scheduledChangeTakenBack'),
});

/** Ends a schedule at Stripe and in the mirror. */
export async function releaseSchedule(
  { gateway }: Pick<SubscriptionsContext, 'gateway'>,
  stripeScheduleId: string,
  step: OperationContext['step'],
): Promise<void> {
  await gateway.mirror.storeSchedule(await gateway.subscriptions.releaseSchedule(stripeScheduleId, step));
}

/** @throws StateConflictError if the subscription ended or the card was detached before the call */
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

/** @throws StateConflictError if the subscription ended before the call */
async function setCancellation(
  { gateway }: SubscriptionsContext,
  { request: { stripeSubscriptionId, stripeScheduleId, ending, told } }: CancellationOperation,
  { step }: OperationContext,
  refusal: ConstructorParameters<typeof StateConflictError>[0],
): Promise<Performed<ChangeOutcome>> {
  try {
    if (stripeScheduleId) await releaseSchedule({ gateway }, stripeScheduleId, step);
    const subscription = await gateway.subscriptions.setCancellation(stripeSubscriptionId, { ending, told }, step);
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
  { state, actor, request: { subscriptionId } }: OperationOf<{ readonly subscriptionId: number }, ChangeOutcome>,
  kind: 'subscriptionCanceled' | 'subscriptionRestored' | 'scheduledChangeTakenBack',
): Promise<void> {
  if (state !== 'succeeded') return;
  await context.audit.record({ ...(actor as Partial<Actor>), kind, detail: { subscriptionId } }, transaction);
}

/** Records the time of the cancellation, on the customer's clock, with its reason. */
async function recordCanceled(
  { cancellationRecords }: SubscriptionsContext,
  transaction: Queryable,
  { state, accountId, userId, request: { subscriptionId } }: CancellationOperation,
): Promise<void> {
  if (state !== 'succeeded') return;
  const row = await findSubscription(transaction, accountId, subscriptionId);
  if (!row) return;
  const at = (await findLatestCancellation(transaction, subscriptionId)) ?? new Date();
  await cancellationRecords.recordCanceled(transaction, row, { userId, at });
}
