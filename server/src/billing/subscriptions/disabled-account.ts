import type { SubscriptionChoice } from '@portico/contract';
import { findAccountBillingDetails } from '../../accounts/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import type { Actor } from '../../core/http/request-context.ts';
import {
  beginOperation,
  ChangeUnderWayError,
  findLastOperation,
  findLiveOperation,
} from '../../core/operations/index.ts';
import {
  disabledAccountSubject,
  type EndingRequest,
  endSubscriptionsOperation,
  restoreSubscriptionsOperation,
} from './disabled-account.operations.ts';
import { listLiveIds } from './live.queries.ts';

interface AccountEnding {
  readonly accountId: number;
  /** The operator. */
  readonly userId: number;
  readonly actor: Actor;
  readonly choice: SubscriptionChoice;
}

/**
 * Begins to cancel or end all subscriptions of an account that is being disabled (OPR-14), in the transaction that
 * disables it. The caller then runs the operation.
 * @returns the operation, unless the subscriptions are kept or there is no customer; whether the account has live
 * subscriptions
 * @throws ChangeUnderWayError while the subscriptions are still being restored
 */
export async function endAccountSubscriptions(
  transaction: Queryable,
  { accountId, userId, actor, choice }: AccountEnding,
): Promise<{ readonly operationId: string | undefined; readonly hasSubscriptions: boolean }> {
  const live = await listLiveIds(transaction, accountId);
  const { customerId } = await findAccountBillingDetails(transaction, accountId);
  const hasSubscriptions = live.length > 0;
  if (choice === 'keep' || customerId === null) return { operationId: undefined, hasSubscriptions };
  await assertSettled(transaction, accountId);
  const listed = choice === 'end' ? live : live.filter(({ cancelAt }) => cancelAt === null);
  const request: EndingRequest = {
    customerId,
    ending: choice === 'end' ? 'now' : 'atPeriodEnd',
    stripeSubscriptionIds: listed.map(({ stripeSubscriptionId }) => stripeSubscriptionId),
  };
  const { kind } = endSubscriptionsOperation;
  const begun = { accountId, userId, kind, subject: disabledAccountSubject, request, actor };
  return { operationId: (await beginOperation(transaction, begun)).id, hasSubscriptions };
}

/**
 * Begins to restore the subscriptions that were canceled when the account was disabled (OPR-14), in the transaction
 * that enables it. The caller then runs the operation.
 * @returns undefined if nothing was canceled
 * @throws ChangeUnderWayError while the subscriptions are still being canceled
 */
export async function restoreAccountSubscriptions(
  transaction: Queryable,
  { accountId, userId, actor, disabledAt }: Omit<AccountEnding, 'choice'> & { readonly disabledAt: Date },
): Promise<string | undefined> {
  await assertSettled(transaction, accountId);
  const last = await findLastOperation(transaction, { accountId, kind: endSubscriptionsOperation.kind });
  if (!last || last.createdAt < disabledAt) return undefined;
  const { request, outcome } = endSubscriptionsOperation.read(last);
  const { customerId, ending } = request;
  const { stripeSubscriptionIds } = outcome ?? request;
  if (ending === 'now' || stripeSubscriptionIds.length === 0) return undefined;
  const { kind } = restoreSubscriptionsOperation;
  const restored = { customerId, stripeSubscriptionIds };
  const begun = { accountId, userId, kind, subject: disabledAccountSubject, request: restored, actor };
  return (await beginOperation(transaction, begun)).id;
}

async function assertSettled(on: Queryable, accountId: number): Promise<void> {
  const live = await findLiveOperation(on, accountId, disabledAccountSubject);
  if (live) throw new ChangeUnderWayError(live.id);
}
