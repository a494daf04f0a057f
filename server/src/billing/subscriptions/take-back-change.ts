import type { ResponseOf, subscriptions } from '@portico/contract';
import type { Queryable } from '../../core/db/database.ts';
import { defineLimit } from '../../core/http/limits.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import type { Person } from '../../core/http/session-context.ts';
import { ChangeUnderWayError, makeChange } from '../../core/operations/index.ts';
import { abandonPendingAuthentication } from '../operations/operations.service.ts';
import { findSchedule } from './scheduled-changes.ts';
import type { SubscriptionsContext } from './subscriptions.context.ts';
import { StateConflictError } from './subscriptions.errors.ts';
import { type TakeBackRequest, takeBackOperation } from './subscriptions.operations.ts';
import { lockSubscription, type SubscriptionRow } from './subscriptions.queries.ts';
import { getSubscriptionRow, presentChange } from './subscriptions.service.ts';

/** The maximum number of changes that an account may take back per hour. */
const takeBackLimit = defineLimit('scheduled-change-take-back', 60, 3_600);

type ChangeContext = SubscriptionsContext & RequestContext<Person>;

/**
 * Takes back a scheduled change (SCH-7). The subscription continues unchanged.
 * @throws NotFoundError also for another account's subscription; StateConflictError without a scheduled change;
 * ChangeUnderWayError; TooManyRequestsError.
 */
export async function takeBackChange(
  context: ChangeContext,
  id: number,
): Promise<ResponseOf<typeof subscriptions.takeBackChange>> {
  const { database, operations, session, accountId, actor } = context;
  const row = await getSubscriptionRow(context, id);
  await takeBackLimit.take(database, accountId);
  const catalog = await context.catalog.atThisVersion();
  const stripeScheduleId = await getScheduleId(catalog, database.query, row);
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
      if ((await getScheduleId(catalog, transaction, now)) !== stripeScheduleId)
        throw new ChangeUnderWayError(undefined);
    },
  });
  return presentChange(context, state, id);
}

/** @returns the id of the change's schedule. @throws StateConflictError */
async function getScheduleId(
  catalog: Pick<SubscriptionsContext['catalog'], 'findByStripePrice'>,
  on: Queryable,
  row: SubscriptionRow | undefined,
): Promise<string> {
  const schedule = row && (await findSchedule(on, catalog, row));
  if (!schedule?.change) throw new StateConflictError('subscription.nothingScheduled');
  return schedule.stripeScheduleId;
}
