import type { ResponseOf, subscriptions } from '@portico/contract';
import type { Queryable } from '../../core/db/database.ts';
import { defineLimit } from '../../core/http/limits.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import type { Person } from '../../core/http/session-context.ts';
import { ChangeUnderWayError, makeChange } from '../../core/operations/index.ts';
import { abandonPendingAuthentication } from '../operations/abandon.ts';
import { findSchedule } from './scheduled-changes.ts';
import type { SubscriptionsContext } from './subscriptions.context.ts';
import { StateConflictError } from './subscriptions.errors.ts';
import { type TakeBackRequest, takeBackOperation } from './subscriptions.operations.ts';
import { lockSubscription, type SubscriptionRow } from './subscriptions.queries.ts';
import { presentChange, requireSubscription } from './subscriptions.service.ts';

/** Changes that an account may take back in an hour. */
const takeBackLimit = defineLimit('scheduled-change-take-back', 60, 3_600);

/** The user who takes a change back. The demo's history does so too. */
type Asking = SubscriptionsContext & RequestContext<Person>;

/**
 * Takes a change back that waits for the end of the period (SCH-7). The subscription goes on as it is.
 * @throws NotFoundError also for another account's; StateConflictError where no change waits; ChangeUnderWayError; TooManyRequestsError.
 */
export async function takeBackChange(
  context: Asking,
  id: number,
): Promise<ResponseOf<typeof subscriptions.takeBackChange>> {
  const { database, operations, session, accountId, actor } = context;
  const row = await requireSubscription(context, id);
  await takeBackLimit.take(database, accountId);
  const catalog = await context.catalog.atThisVersion();
  const stripeScheduleId = await requireWaiting(catalog, database.query, row);
  await abandonPendingAuthentication(context, row.productId, () => true);
  const { stripeSubscriptionId } = row;
  const request: TakeBackRequest = { subscriptionId: id, stripeSubscriptionId, stripeScheduleId };
  const state = await makeChange(operations, {
    accountId,
    userId: session.user.id,
    kind: takeBackOperation.kind,
    subject: row.productId,
    request,
    actor,
    check: async (transaction) => {
      const now = await lockSubscription(transaction, accountId, id);
      if ((await requireWaiting(catalog, transaction, now)) !== stripeScheduleId)
        throw new ChangeUnderWayError(undefined);
    },
  });
  return presentChange(context, state, id);
}

/** @returns the schedule of the change that waits. @throws StateConflictError */
async function requireWaiting(
  catalog: Pick<SubscriptionsContext['catalog'], 'findByStripePrice'>,
  on: Queryable,
  row: SubscriptionRow | undefined,
): Promise<string> {
  const schedule = row && (await findSchedule(on, catalog, row));
  if (!schedule?.change) throw new StateConflictError('subscription.nothingScheduled');
  return schedule.stripeScheduleId;
}
