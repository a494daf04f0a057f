import { and, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../core/db/database.ts';
import { stripeSubscriptionSchedules, subscriptions } from '../../core/db/schema/subscriptions.gen.ts';

const reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]);

const storedSchedule = z.object({
  id: z.string(),
  phases: z.array(
    z.object({
      /** Seconds since 1970. */
      start_date: z.int(),
      items: z.array(z.object({ price: reference, quantity: z.int().nullish() })),
    }),
  ),
});

/** The fields of a schedule at Stripe that the portal reads. */
export type StoredSchedule = z.infer<typeof storedSchedule>;

/** The active schedules by the Stripe ids of their subscriptions. */
export async function findActiveSchedules(
  on: Queryable,
  stripeSubscriptionIds: readonly string[],
): Promise<ReadonlyMap<string, StoredSchedule>> {
  if (stripeSubscriptionIds.length === 0) return new Map();
  const { subscriptionId, status, deleted, data, created } = stripeSubscriptionSchedules;
  const rows = await on
    .select({ subscriptionId: sql<string>`${subscriptionId}`, data })
    .from(stripeSubscriptionSchedules)
    .where(and(inArray(subscriptionId, [...stripeSubscriptionIds]), eq(status, 'active'), eq(deleted, false)))
    .orderBy(created);
  return new Map(rows.map((row) => [row.subscriptionId, storedSchedule.parse(row.data)]));
}

/** An account's subscriptions with an active schedule, by their ids. */
export async function listScheduledRows(on: Queryable, accountId: number, limit: number) {
  const { subscriptionId, status, deleted } = stripeSubscriptionSchedules;
  const rows = await on
    .select({ row: subscriptions })
    .from(subscriptions)
    .innerJoin(stripeSubscriptionSchedules, eq(subscriptionId, subscriptions.stripeSubscriptionId))
    .where(and(eq(subscriptions.accountId, accountId), eq(status, 'active'), eq(deleted, false)))
    .orderBy(subscriptions.id)
    .limit(limit);
  return rows.map(({ row }) => row);
}
