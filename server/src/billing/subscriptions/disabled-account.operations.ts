import { z } from 'zod';
import type { Queryable } from '../../core/db/database.ts';
import { UnavailableError } from '../../core/http/app-error.ts';
import type { Actor } from '../../core/http/request-context.ts';
import {
  defineOperation,
  listLiveOperations,
  type OperationContext,
  type OperationOf,
  type Performed,
} from '../../core/operations/index.ts';
import { isRefusal } from '../../core/stripe/index.ts';
import { findSubscriptionsByStripeIds } from './changes.queries.ts';
import type { SubscriptionsContext } from './subscriptions.context.ts';
import { releaseSchedule } from './subscriptions.operations.ts';

/** The subject of both operations, so that an account has at most one of them at a time. */
export const disabledAccountSubject = 'disabled-account';

const subscriptionsRequest = z.object({ customerId: z.string(), stripeSubscriptionIds: z.array(z.string()) });
/** `stripeSubscriptionIds` are those that the portal knows when the operation begins. */
const endingRequest = subscriptionsRequest.extend({ ending: z.enum(['atPeriodEnd', 'now']) });
/** The subscriptions that were canceled, ended or restored. */
const changedOutcome = z.object({ stripeSubscriptionIds: z.array(z.string()) });

export type EndingRequest = z.infer<typeof endingRequest>;
type Subscription = Awaited<ReturnType<SubscriptionsContext['gateway']['subscriptions']['endNow']>>;
type ChangedOutcome = z.infer<typeof changedOutcome>;
type OperationOfAccount = OperationOf<z.infer<typeof subscriptionsRequest>, ChangedOutcome>;

/** Cancels or ends all subscriptions of a disabled account (OPR-14). */
export const endSubscriptionsOperation = defineOperation({
  kind: 'disabled-account-end',
  request: endingRequest,
  // Enabling the account restores what this operation canceled, however long ago.
  keptWithout: [],
  outcome: changedOutcome,
  perform: endSubscriptions,
  settled: (context: SubscriptionsContext, transaction, operation) =>
    audit(
      context,
      transaction,
      operation,
      operation.request.ending === 'now' ? 'accountSubscriptionsEnded' : 'accountSubscriptionsCanceled',
    ),
});

/** Restores the canceled subscriptions of an account that was enabled again (OPR-14). */
export const restoreSubscriptionsOperation = defineOperation({
  kind: 'disabled-account-restore',
  request: subscriptionsRequest,
  outcome: changedOutcome,
  perform: restoreSubscriptions,
  settled: (context: SubscriptionsContext, transaction, operation) =>
    audit(context, transaction, operation, 'accountSubscriptionsRestored'),
});

/**
 * Also ends subscriptions from purchases that began before the account was disabled: the operation is repeated until the
 * account's other operations are settled.
 * @throws UnavailableError while others are unsettled; a refusal by Stripe after all other subscriptions were changed
 */
async function endSubscriptions(
  context: SubscriptionsContext,
  operation: OperationOf<EndingRequest, ChangedOutcome>,
  { step }: OperationContext,
): Promise<Performed<ChangedOutcome>> {
  const { accountId, request } = operation;
  const { gateway } = context;
  const others = (await listLiveOperations(context.database.query, accountId, 2)).filter(
    ({ id }) => id !== operation.id,
  );
  const live = await gateway.subscriptions.listLive(request.customerId);
  const wanted = live.filter((one) => request.ending === 'now' || !endsByItself(one));
  await changeEach(context, wanted, async ({ id, schedule }) => {
    const ownStep: typeof step = (name, ...calls) => step(`${name}-${id}`, ...calls);
    if (schedule) await releaseSchedule(context, typeof schedule === 'string' ? schedule : schedule.id, ownStep);
    return request.ending === 'now'
      ? gateway.subscriptions.endNow(id, ownStep)
      : gateway.subscriptions.setCancellation(id, { ending: 'atPeriodEnd' }, ownStep);
  });
  if (others.length > 0) throw new UnavailableError('problem.unavailable');
  return succeeded([...request.stripeSubscriptionIds, ...wanted.map(({ id }) => id)]);
}

async function restoreSubscriptions(
  context: SubscriptionsContext,
  { request: { customerId, stripeSubscriptionIds } }: OperationOfAccount,
  { step }: OperationContext,
): Promise<Performed<ChangedOutcome>> {
  const { gateway } = context;
  const canceled = new Set(stripeSubscriptionIds);
  const known = (await gateway.subscriptions.listLive(customerId)).filter(({ id }) => canceled.has(id));
  await changeEach(
    context,
    known.filter((one) => one.cancel_at_period_end),
    ({ id }) =>
      gateway.subscriptions.setCancellation(id, { ending: 'lifted' }, (name, ...calls) =>
        step(`${name}-${id}`, ...calls),
      ),
  );
  return succeeded(known.map(({ id }) => id));
}

/** Changes the subscriptions one by one, and stores each. If Stripe refuses one, the others are still changed. */
async function changeEach(
  { gateway }: SubscriptionsContext,
  subscriptions: readonly Subscription[],
  change: (subscription: Subscription) => Promise<Subscription>,
): Promise<void> {
  const refusals: unknown[] = [];
  for (const subscription of subscriptions)
    try {
      await gateway.mirror.storeSubscription(await change(subscription));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      refusals.push(error);
      await gateway.mirror.refresh('subscription', subscription.id);
    }
  if (refusals.length > 0) throw refusals[0];
}

function endsByItself(subscription: Subscription): boolean {
  return subscription.cancel_at_period_end || subscription.cancel_at !== null;
}

function succeeded(ids: readonly string[]): Performed<ChangedOutcome> {
  return { state: 'succeeded', outcome: { stripeSubscriptionIds: [...new Set(ids)] } };
}

async function audit(
  context: SubscriptionsContext,
  transaction: Queryable,
  { state, actor, outcome }: Pick<OperationOfAccount, 'state' | 'actor' | 'outcome'>,
  kind: 'accountSubscriptionsCanceled' | 'accountSubscriptionsEnded' | 'accountSubscriptionsRestored',
): Promise<void> {
  if (state !== 'succeeded' || !outcome || outcome.stripeSubscriptionIds.length === 0) return;
  const rows = await findSubscriptionsByStripeIds(transaction, outcome.stripeSubscriptionIds);
  const subscriptionIds = [...rows.values()].map(({ id }) => id).join(', ');
  await context.audit.record({ ...(actor as Partial<Actor>), kind, detail: { subscriptionIds } }, transaction);
}
