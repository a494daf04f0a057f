import type { ResponseOf, subscriptions } from '@portico/contract';
import type { Queryable } from '../../core/db/database.ts';
import { defineLimit } from '../../core/http/limits.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import type { Person } from '../../core/http/session-context.ts';
import { ChangeUnderWayError, makeChange, type OperationState } from '../../core/operations/index.ts';
import type { Cancellation } from '../../core/stripe/index.ts';
import { abandonPendingAuthentication } from '../operations/operations.service.ts';
import { findSchedule } from './scheduled-changes.ts';
import type { SubscriptionsContext } from './subscriptions.context.ts';
import { StateConflictError } from './subscriptions.errors.ts';
import { type CancellationRequest, cancelOperation, restoreOperation } from './subscriptions.operations.ts';
import { lockSubscription, type SubscriptionRow } from './subscriptions.queries.ts';
import { allowedCancellation } from './subscriptions.rules.ts';
import { getSubscriptionRow, presentChange } from './subscriptions.service.ts';

/** The maximum number of cancellations and restorations that an account may make per hour (LIM-8). */
const cancellationLimit = defineLimit('subscription-ending', 60, 3_600);

/**
 * The maximum number of previews of restorations that an account may request per minute. Each is a call to Stripe
 * (LIM-8).
 */
const restorationPreviewLimit = defineLimit('subscription-restoration-preview', 60, 60);

type ChangeContext = SubscriptionsContext & RequestContext<Person>;

interface CancellationChange {
  readonly kind: string;
  readonly isAllowed: (row: SubscriptionRow) => boolean;
  readonly refusal: ConstructorParameters<typeof StateConflictError>[0];
  /** The change at Stripe, which depends on how the subscription ends now. */
  readonly toStripeChange: (row: SubscriptionRow) => Cancellation;
}

const cancellation: CancellationChange = {
  kind: cancelOperation.kind,
  isAllowed: (row) => allowedCancellation(row).cancellationAllowed,
  refusal: 'subscription.notCancelable',
  toStripeChange: () => 'atPeriodEnd',
};

const restoration: CancellationChange = {
  kind: restoreOperation.kind,
  isAllowed: (row) => allowedCancellation(row).restoreAllowed,
  refusal: 'subscription.notRestorable',
  toStripeChange: ({ cancelAt, cancelAtPeriodEnd }) => (cancelAt && !cancelAtPeriodEnd ? 'onDateLifted' : 'lifted'),
};

/**
 * Cancels a subscription: it ends with its paid period or its trial (SUB-3). Unpaid invoices stay due.
 * @throws NotFoundError; StateConflictError unless it is live and not canceled; ChangeUnderWayError
 */
export async function cancelSubscription(
  context: ChangeContext,
  id: number,
): Promise<ResponseOf<typeof subscriptions.cancel>> {
  const row = await getSubscriptionRow(context, id);
  const state = await changeCancellation(context, row, cancellation);
  return {
    ...(await presentChange(context, state, id)),
    // An open invoice must still be paid (SUB-6).
    needAdditionalActions: await context.hasOpenInvoice(context.database.query, row.stripeSubscriptionId),
  };
}

/**
 * Restores a canceled subscription (SUB-4).
 * @throws NotFoundError; StateConflictError unless it is live and canceled; ChangeUnderWayError.
 */
export async function restoreSubscription(
  context: ChangeContext,
  id: number,
): Promise<ResponseOf<typeof subscriptions.restore>> {
  const row = await getSubscriptionRow(context, id);
  return presentChange(context, await changeCancellation(context, row, restoration), id);
}

/**
 * Stripe's preview of the next invoice if a canceled subscription were restored now, with tax, discounts and pending items (SUB-37). The values are
 * null if nothing would be charged or restored.
 * @returns `total` and `tax` in integer cents, `chargedAt` in ISO 8601 UTC.
 * @throws NotFoundError; TooManyRequestsError; UnavailableError if Stripe does not answer.
 */
export async function previewRestoration(
  context: SubscriptionsContext & RequestContext,
  id: number,
): Promise<ResponseOf<typeof subscriptions.previewRestoration>> {
  const { database, gateway, accountId } = context;
  const row = await getSubscriptionRow(context, id);
  const nothing = { chargedAt: null, total: null, tax: null, currency: row.currency };
  if (!restoration.isAllowed(row)) return nothing;
  await restorationPreviewLimit.take(database, accountId);
  const { stripeSubscriptionId } = row;
  const endsOnDate = restoration.toStripeChange(row) === 'onDateLifted';
  const preview = await gateway.previews.previewRestored({ stripeSubscriptionId, endsOnDate });
  if (!preview) return nothing;
  const { chargedAt, total, totalExcludingTax } = preview;
  return { chargedAt, total, tax: total - totalExcludingTax, currency: row.currency };
}

/** Makes the change, and abandons a purchase of the product that waits for authentication (SUB-7). @throws StateConflictError */
async function changeCancellation(
  context: ChangeContext,
  row: SubscriptionRow,
  change: CancellationChange,
): Promise<OperationState> {
  const { database, operations, session, accountId, actor } = context;
  const ending = change.toStripeChange(row);
  await cancellationLimit.take(database, accountId);
  const catalog = await context.catalog.atThisVersion();
  const stripeScheduleId = await findScheduleId(catalog, database.query, row);
  await abandonPendingAuthentication(context, row.productId, () => {
    assertAllowed(row, change);
    return true;
  });
  const isCancellation = ending === 'atPeriodEnd';
  const reason = isCancellation ? await context.cancellationRecords.findReason(database.query, row.id) : null;
  const request: CancellationRequest = {
    subscriptionId: row.id,
    stripeSubscriptionId: row.stripeSubscriptionId,
    ending,
    ...(reason && { told: reason }),
    stripeScheduleId,
  };
  let changedRow: SubscriptionRow | undefined;
  try {
    return await makeChange(operations, {
      accountId,
      userId: session.user.id,
      kind: change.kind,
      subject: row.productId,
      request,
      actor,
      check: async (transaction) => {
        // Checked again under the lock (SUB-8).
        const now = await lockSubscription(transaction, accountId, row.id);
        assertAllowed(now, change);
        const isSame = now && change.toStripeChange(now) === ending;
        changedRow = isSame && (await findScheduleId(catalog, transaction, now)) === stripeScheduleId ? undefined : now;
        if (changedRow) throw new ChangeUnderWayError(undefined);
      },
    });
  } catch (error) {
    // In the meantime the subscription was canceled in another way or a change was scheduled, so Stripe needs a
    // different call.
    if (changedRow) return changeCancellation(context, changedRow, change);
    throw error;
  }
}

/** The schedule that a cancellation ends (SCH-8). */
async function findScheduleId(
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
