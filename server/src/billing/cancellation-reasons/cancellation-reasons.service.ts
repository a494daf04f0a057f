import type { CancellationReason, cancellationReasons, ParsedRequestOf } from '@portico/contract';
import { amountPerMonth, type Catalog } from '../../catalog/index.ts';
import type { Database, Queryable } from '../../core/db/database.ts';
import { NotFoundError } from '../../core/http/app-error.ts';
import { defineLimit } from '../../core/http/limits.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { findSubscription, type SubscriptionRow } from '../subscriptions/subscriptions.queries.ts';
import { allowedCancellation } from '../subscriptions/subscriptions.rules.ts';
import { NothingCanceledError } from './cancellation-reasons.errors.ts';
import {
  type AboutSubscription,
  decide,
  deleteUndecided,
  endCancellations,
  findUndecided,
  saveFollowed,
  saveReason,
  takeFollowed,
} from './cancellation-reasons.queries.ts';

/** Reasons that an account may give in an hour, each click counted. */
const reasonLimit = defineLimit('cancellation-reason', 120, 3_600);

/** Milliseconds for which a reason is that of the cancellation that follows it. */
const reasonLasts = 86_400_000;

export interface CancellationReasonsContext {
  readonly database: Database;
  readonly catalog: Pick<Catalog, 'findProducts'>;
}

type Given = ParsedRequestOf<typeof cancellationReasons.give>['body'];
type Asking = Pick<CancellationReasonsContext, 'database'> &
  Pick<RequestContext, 'accountId'> & {
    readonly session: { readonly user: { readonly id: number } };
  };

/**
 * Keeps why a subscription is canceled. Another reason for the same cancellation replaces the first (CXL-2).
 * @throws NotFoundError also for another account's subscription; NothingCanceledError for one that has ended or ends with its trial;
 * TooManyRequestsError.
 */
export async function giveReason(
  { database, accountId, session }: Asking,
  id: number,
  { reason, comment }: Given,
): Promise<Record<string, never>> {
  await reasonLimit.take(database, accountId);
  const row = await findSubscription(database.query, accountId, id);
  if (!row) throw new NotFoundError();
  const { cancellationAllowed, restoreAllowed } = allowedCancellation(row);
  if (!cancellationAllowed && !restoreAllowed) throw new NothingCanceledError();
  await saveReason(database.query, aboutOf(row, session.user.id), {
    reason,
    comment: comment || null,
    canceledAt: restoreAllowed ? new Date() : null,
  });
  return {};
}

/** The reason that a cancellation which begins now is told with (CXL-3). */
export async function findGivenReason(
  on: Queryable,
  subscriptionId: number,
): Promise<{ readonly reason: CancellationReason; readonly comment: string | null } | null> {
  const found = await findUndecided(on, subscriptionId, new Date(Date.now() - reasonLasts));
  return found?.reason ? { reason: found.reason, comment: found.comment } : null;
}

/**
 * Notes that a subscription was canceled, with what was said in the last day or without a reason (CXL-3).
 * @param at on the customer's clock
 */
export async function noteCanceled(
  on: Queryable,
  row: SubscriptionRow,
  { userId, at }: { readonly userId: number | null; readonly at: Date },
): Promise<void> {
  await deleteUndecided(on, row.id, new Date(Date.now() - reasonLasts));
  await decide(on, aboutOf(row, userId), { canceledAt: at });
}

/** Notes that somebody stays by the discount of an offer. The same rules hold for what was said before (CXL-3). */
export async function noteSaved(
  on: Queryable,
  row: SubscriptionRow,
  { userId, offerId }: { readonly userId: number | null; readonly offerId: string },
): Promise<void> {
  await deleteUndecided(on, row.id, new Date(Date.now() - reasonLasts));
  await decide(on, aboutOf(row, userId), { savedAt: new Date(), offerId });
}

/** Notes that somebody who cancels looks at the plan or interval of an offer instead (CXL-12). @param priceIds the price plans that take it */
export async function noteFollowed(
  on: Queryable,
  row: SubscriptionRow,
  {
    userId,
    offerId,
    priceIds,
  }: { readonly userId: number; readonly offerId: string; readonly priceIds: readonly string[] },
): Promise<void> {
  await deleteUndecided(on, row.id, new Date(Date.now() - reasonLasts));
  await saveFollowed(on, aboutOf(row, userId), { offerId, offeredPriceIds: [...priceIds] });
}

/** Notes that a change succeeded: it takes the offer that was followed in the last day, where it is the offered one (CXL-12). @returns the offer's id */
export function noteChanged(
  on: Queryable,
  subscriptionId: number,
  priceIds: readonly string[],
): Promise<string | undefined> {
  return takeFollowed(on, subscriptionId, { priceIds, since: new Date(Date.now() - reasonLasts) });
}

/** Notes that subscriptions go on, whoever took their cancellation back (CXL-4). */
export const noteRestored = endCancellations;

function aboutOf(row: SubscriptionRow, userId: number | null): AboutSubscription {
  const { accountId, id, productId, planId, currency } = row;
  return { accountId, userId, subscriptionId: id, productId, planId, currency, amountPerMonth: amountPerMonth(row) };
}
