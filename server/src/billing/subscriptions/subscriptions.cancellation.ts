import type { ResponseOf, subscriptions } from '@portico/contract';
import type { Queryable } from '../../core/db/database.ts';
import { defineLimit } from '../../core/http/limits.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import type { Person } from '../../core/http/session-context.ts';
import { ChangeUnderWayError, makeChange, type OperationState } from '../../core/operations/index.ts';
import type { Cancellation } from '../../core/stripe/index.ts';
import { abandonPendingAuthentication } from '../operations/abandon.ts';
import { findSchedule } from './scheduled-changes.ts';
import type { SubscriptionsContext } from './subscriptions.context.ts';
import { StateConflictError } from './subscriptions.errors.ts';
import { type CancellationRequest, cancelOperation, restoreOperation } from './subscriptions.operations.ts';
import { lockSubscription, type SubscriptionRow } from './subscriptions.queries.ts';
import { allowedCancellation } from './subscriptions.rules.ts';
import { presentChange, requireSubscription } from './subscriptions.service.ts';

/** Cancellations and restorations that an account may make in an hour (LIM-8). */
const cancellationLimit = defineLimit('subscription-ending', 60, 3_600);

/** Restorations whose price an account may ask for in a minute: each is a call at Stripe (LIM-8). */
const restorationPreviewLimit = defineLimit('subscription-restoration-preview', 60, 60);

/** The user who cancels or restores. The demo's history does so too. */
type Asking = SubscriptionsContext & RequestContext<Person>;

/** A cancellation, or its restoration. */
interface CancellationChange {
  readonly kind: string;
  readonly isAllowed: (row: SubscriptionRow) => boolean;
  readonly refusal: ConstructorParameters<typeof StateConflictError>[0];
  /** The change at Stripe, which depends on how the subscription ends now. */
  readonly cancellationOf: (row: SubscriptionRow) => Cancellation;
}

const cancellation: CancellationChange = {
  kind: cancelOperation.kind,
  isAllowed: (row) => allowedCancellation(row).cancellationAllowed,
  refusal: 'subscription.notCancelable',
  cancellationOf: () => 'atPeriodEnd',
};

const restoration: CancellationChange = {
  kind: restoreOperation.kind,
  isAllowed: (row) => allowedCancellation(row).restoreAllowed,
  refusal: 'subscription.notRestorable',
  cancellationOf: ({ cancelAt, cancelAtPeriodEnd }) => (cancelAt && !cancelAtPeriodEnd ? 'onDateLifted' : 'lifted'),
};

/**
 * Ends a subscription with its paid period or its trial (SUB-3). Unpaid invoices stay due.
 * @throws NotFoundError; StateConflictError unless it is live and not canceled; ChangeUnderWayError.
 */
export async function cancelSubscription(
  context: Asking,
  id: number,
): Promise<ResponseOf<typeof subscriptions.cancel>> {
  const row = await requireSubscription(context, id);
  const state = await changeCancellation(context, row, cancellation);
  return {
    ...(await presentChange(context, state, id)),
    // An invoice that is still open is left to pay (SUB-6).
    needAdditionalActions: await context.hasOpenInvoice(context.database.query, row.stripeSubscriptionId),
  };
}

/**
 * Restores a canceled subscription (SUB-4).
 * @throws NotFoundError; StateConflictError unless it is live and canceled; ChangeUnderWayError.
 */
export async function restoreSubscription(
  context: Asking,
  id: number,
): Promise<ResponseOf<typeof subscriptions.restore>> {
  const row = await requireSubscription(context, id);
  return presentChange(context, await changeCancellation(context, row, restoration), id);
}

/**
 * What the next period of a canceled subscription would be charged if it were restored now, by Stripe's reckoning: with tax, discounts and what waits to
 * be invoiced (SUB-37). All null where nothing would be charged or nothing is to be restored.
 * @returns `total` and `tax` in integer cents, `chargedAt` in ISO 8601 UTC.
 * @throws NotFoundError; TooManyRequestsError; UnavailableError where Stripe does not answer.
 */
export async function previewRestoration(
  context: SubscriptionsContext & RequestContext,
  id: number,
): Promise<ResponseOf<typeof subscriptions.previewRestoration>> {
  const { database, gateway, accountId } = context;
  const row = await requireSubscription(context, id);
  const nothing = { chargedAt: null, total: null, tax: null, currency: row.currency };
  if (!restoration.isAllowed(row)) return nothing;
  await restorationPreviewLimit.take(database, accountId);
  const { stripeSubscriptionId } = row;
  const endsOnDate = restoration.cancellationOf(row) === 'onDateLifted';
  const preview = await gateway.previews.previewRestored({ stripeSubscriptionId, endsOnDate });
  if (!preview) return nothing;
  const { chargedAt, total, totalExcludingTax } = preview;
  return { chargedAt, total, tax: total - totalExcludingTax, currency: row.currency };
}

/** Makes the change, and abandons one of the product that waits for its cardholder (SUB-7). @throws StateConflictError */
async function changeCancellation(
  context: Asking,
  row: SubscriptionRow,
  change: CancellationChange,
): Promise<OperationState> {
  const { database, operations, session, accountId, actor } = context;
  const ending = change.cancellationOf(row);
  await cancellationLimit.take(database, accountId);
  const catalog = await context.catalog.atThisVersion();
  const stripeScheduleId = await scheduleIdOf(catalog, database.query, row);
  await abandonPendingAuthentication(context, row.productId, () => {
    assertAllowed(row, change);
    return true;
  });
  const isCancellation = ending === 'atPeriodEnd';
  const told = isCancellation ? await context.cancellationRecords.findReason(database.query, row.id) : null;
  const request: CancellationRequest = {
    subscriptionId: row.id,
    stripeSubscriptionId: row.stripeSubscriptionId,
    ending,
    ...(told && { told }),
    stripeScheduleId,
  };
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
        // What may be done is judged under the lock (SUB-8).
        const now = await lockSubscription(transaction, accountId, row.id);
        assertAllowed(now, change);
        const isSame = now && change.cancellationOf(now) === ending;
        moved = isSame && (await scheduleIdOf(catalog, transaction, now)) === stripeScheduleId ? undefined : now;
        if (moved) throw new ChangeUnderWayError(undefined);
      },
    });
  } catch (error) {
    // Since it was read, it was canceled in another way, or a change was scheduled: that needs another change at Stripe.
    if (moved) return changeCancellation(context, moved, change);
    throw error;
  }
}

/** The schedule that a cancellation ends (SCH-8). */
async function scheduleIdOf(
  catalog: Pick<SubscriptionsContext['catalog'], 'findByStripePrice'>,
  on: Queryable,
  row: SubscriptionRow,
): Promise<string | null> {
  return (await findSchedule(on, catalog, row))?.stripeScheduleId ?? null;
}

/** @throws StateConflictError */
function assertAllowed(row: SubscriptionRow | undefined, { isAllowed, refusal }: CancellationChange): void {
  if (!row || !isAllowed(row)) throw new StateConflictError(refusal);
}
