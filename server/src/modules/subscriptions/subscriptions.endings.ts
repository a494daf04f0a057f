import type { ResponseOf, subscriptions } from '@portico/contract';
import { NotFoundError } from '../../http/app-error.ts';
import { defineLimit } from '../../http/limits.ts';
import type { RequestContext } from '../../http/request-context.ts';
import type { Person } from '../../http/session-context.ts';
import { ChangeUnderWayError, makeChange, type OperationState, statusOf } from '../../operations/index.ts';
import type { Ending } from '../../stripe/index.ts';
import { abandonPendingAuthentication } from '../operations/index.ts';
import type { SubscriptionsContext } from './subscriptions.context.ts';
import { NotAllowedNowError } from './subscriptions.errors.ts';
import { cancelOperation, type EndingRequest, restoreOperation } from './subscriptions.operations.ts';
import { findSubscription, lockSubscription, type SubscriptionRow } from './subscriptions.queries.ts';
import { endingAllowed } from './subscriptions.rules.ts';
import { describeSubscription } from './subscriptions.service.ts';

/** Cancellations and restorations that an account may make in an hour. */
const endingLimit = defineLimit('subscription-ending', 60, 3_600);

/** Who asks for a change of an end; the demonstration's history asks too. */
type Asking = SubscriptionsContext & RequestContext<Person>;

/** A change of when a subscription ends. */
interface EndingChange {
  readonly kind: string;
  readonly isAllowed: (row: SubscriptionRow) => boolean;
  readonly refusal: ConstructorParameters<typeof NotAllowedNowError>[0];
  /** What is asked of Stripe, by how the subscription ends now. */
  readonly endingOf: (row: SubscriptionRow) => Ending;
}

const cancellation: EndingChange = {
  kind: cancelOperation.kind,
  isAllowed: (row) => endingAllowed(row).cancellationAllowed,
  refusal: 'subscription.notCancelable',
  endingOf: () => 'atPeriodEnd',
};

const restoration: EndingChange = {
  kind: restoreOperation.kind,
  isAllowed: (row) => endingAllowed(row).restoreAllowed,
  refusal: 'subscription.notRestorable',
  endingOf: ({ cancelAt, cancelAtPeriodEnd }) => (cancelAt && !cancelAtPeriodEnd ? 'onDateLifted' : 'lifted'),
};

/**
 * Has a subscription end with its paid period, or with its trial (SUB-3). What is owed stays owed.
 * @throws NotFoundError; NotAllowedNowError unless it runs and is not to end already; ChangeUnderWayError.
 */
export async function cancelSubscription(
  context: Asking,
  id: number,
): Promise<ResponseOf<typeof subscriptions.cancel>> {
  const row = await requireSubscription(context, id);
  const state = await changeEnding(context, row, cancellation);
  return {
    ...(await presentChange(context, state, id)),
    needAdditionalActions: await context.hasOpenInvoice(context.database.query, row.stripeSubscriptionId),
  };
}

/**
 * Takes a cancellation back, whoever set it (SUB-4).
 * @throws NotFoundError; NotAllowedNowError unless it runs and is to end; ChangeUnderWayError.
 */
export async function restoreSubscription(
  context: Asking,
  id: number,
): Promise<ResponseOf<typeof subscriptions.restore>> {
  const row = await requireSubscription(context, id);
  return presentChange(context, await changeEnding(context, row, restoration), id);
}

async function changeEnding(context: Asking, row: SubscriptionRow, change: EndingChange): Promise<OperationState> {
  const { database, operations, session, accountId, actor } = context;
  const ending = change.endingOf(row);
  await endingLimit.take(database, accountId);
  await abandonPendingAuthentication(context, row.productId, () => {
    assertAllowed(row, change);
    return true;
  });
  const request: EndingRequest = { subscriptionId: row.id, stripeSubscriptionId: row.stripeSubscriptionId, ending };
  let moved: SubscriptionRow | undefined;
  try {
    return await makeChange(operations, {
      accountId,
      userId: session.user.id,
      kind: change.kind,
      subject: row.productId,
      request,
      actor,
      check: async (transaction) => {
        const now = await lockSubscription(transaction, accountId, row.id);
        assertAllowed(now, change);
        moved = now && change.endingOf(now) !== ending ? now : undefined;
        if (moved) throw new ChangeUnderWayError(undefined);
      },
    });
  } catch (error) {
    // Since it was read, it was set to end in another way, which is taken back in another way.
    if (moved) return changeEnding(context, moved, change);
    throw error;
  }
}

/** @throws NotAllowedNowError */
function assertAllowed(row: SubscriptionRow | undefined, { isAllowed, refusal }: EndingChange): void {
  if (!row || !isAllowed(row)) throw new NotAllowedNowError(refusal);
}

/** @throws NotFoundError also for another account's. */
async function requireSubscription({ database, accountId }: Asking, id: number): Promise<SubscriptionRow> {
  const row = await findSubscription(database.query, accountId, id);
  if (!row) throw new NotFoundError();
  return row;
}

async function presentChange(context: Asking, state: OperationState, id: number) {
  const subscription = await describeSubscription(context, await requireSubscription(context, id));
  return { operationId: state.id, status: statusOf(state), subscription };
}
