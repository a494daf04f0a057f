import type { Catalog } from '../../catalog/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { findSchedules } from './scheduled-changes.ts';
import { listRenewingRows } from './subscriptions.queries.ts';

type RenewingRow = Awaited<ReturnType<typeof listRenewingRows>>[number];

/** A subscription as it will be when it is charged next. */
export type RenewingSubscription = RenewingRow & {
  /** The schedule by which it changes then; null where it stays as it is. */
  readonly stripeScheduleId: string | null;
};

/** The account's subscriptions that will be charged again, the nearest first, as they will be then: a change that waits is in effect (SCH-5). */
export async function listRenewing(
  on: Queryable,
  catalog: Pick<Catalog, 'findByStripePrice'>,
  accountId: number,
): Promise<RenewingSubscription[]> {
  const rows = await listRenewingRows(on, accountId);
  const schedules = await findSchedules(on, catalog, rows);
  return rows.map((row) => {
    const { change, stripeScheduleId } = schedules.get(row.stripeSubscriptionId) ?? {};
    if (!change || !stripeScheduleId) return { ...row, stripeScheduleId: null };
    const { planId, amount, interval, intervalCount } = change;
    return { ...row, planId, amount, interval, intervalCount, stripeScheduleId };
  });
}
