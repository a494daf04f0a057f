import type { Locale, ScheduledChange as PresentedChange } from '@portico/contract';
import { type Catalog, fullCaption, type Product, type SoldPrice } from '../../catalog/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { localize } from '../../core/messages/index.ts';
import { type HeldSchedule, type ScheduledChange, toHeldSchedule } from './scheduled-changes.projection.ts';
import { findActiveSchedules, listScheduledRows } from './scheduled-changes.queries.ts';
import { listRenewingRows, type SubscriptionRow } from './subscriptions.queries.ts';

type Scheduled = Pick<SubscriptionRow, 'stripeSubscriptionId' | 'periodStartedAt' | 'items'>;

/** The schedules by the Stripe ids of their subscriptions. */
async function findSchedules(
  on: Queryable,
  catalog: Pick<Catalog, 'findByStripePrice'>,
  rows: readonly Scheduled[],
): Promise<ReadonlyMap<string, HeldSchedule>> {
  const schedules = await findActiveSchedules(
    on,
    rows.map(({ stripeSubscriptionId }) => stripeSubscriptionId),
  );
  if (schedules.size === 0) return new Map();
  const sold = await catalog.findByStripePrice(
    [...schedules.values()].flatMap(({ phases }) => phases.flatMap(({ items }) => items.map(({ price }) => price))),
  );
  return new Map(
    rows.flatMap((row) => {
      const schedule = schedules.get(row.stripeSubscriptionId);
      return schedule ? [[row.stripeSubscriptionId, toHeldSchedule(schedule, row, sold)] as const] : [];
    }),
  );
}

/** The schedule of one subscription; null without one. */
export async function findSchedule(
  on: Queryable,
  catalog: Pick<Catalog, 'findByStripePrice'>,
  row: Scheduled,
): Promise<HeldSchedule | null> {
  return (await findSchedules(on, catalog, [row])).get(row.stripeSubscriptionId) ?? null;
}

/** An account's scheduled changes, each with its subscription. */
export async function listScheduledChanges(
  on: Queryable,
  catalog: Pick<Catalog, 'findByStripePrice'>,
  accountId: number,
  limit: number,
): Promise<{ readonly row: SubscriptionRow; readonly change: ScheduledChange }[]> {
  const rows = await listScheduledRows(on, accountId, limit);
  const schedules = await findSchedules(on, catalog, rows);
  return rows.flatMap((row) => {
    const change = schedules.get(row.stripeSubscriptionId)?.change;
    return change ? [{ row, change }] : [];
  });
}

/** The scheduled changes by the Stripe ids of their subscriptions, in the reader's language. */
export async function describeScheduledChanges(
  on: Queryable,
  catalog: Pick<Catalog, 'findByStripePrice' | 'findProducts'>,
  rows: readonly (Scheduled & Pick<SubscriptionRow, 'productId'>)[],
  locale: Locale,
): Promise<ReadonlyMap<string, PresentedChange>> {
  const schedules = await findSchedules(on, catalog, rows);
  const changes = rows.flatMap((row) => {
    const change = schedules.get(row.stripeSubscriptionId)?.change;
    return change ? [{ row, change }] : [];
  });
  if (changes.length === 0) return new Map();
  const [products, sold] = await Promise.all([
    catalog.findProducts(),
    catalog.findByStripePrice(changes.flatMap(({ change }) => change.items.map((item) => item.stripePriceId))),
  ]);
  return new Map(
    changes.map(({ row, change }) => [
      row.stripeSubscriptionId,
      presentScheduledChange(change, products.get(row.productId), sold, locale),
    ]),
  );
}

export function presentScheduledChange(
  { at, planId, quantity, deviceQuantity, amount, interval, intervalCount, items }: ScheduledChange,
  product: Product | undefined,
  sold: ReadonlyMap<string, SoldPrice>,
  locale: Locale,
): PresentedChange {
  const plan = product?.plans.find(({ id }) => id === planId);
  return {
    at: at.toISOString(),
    subscriptionPlanName: plan ? localize(plan.name, locale) : planId,
    quantity,
    seats: deviceQuantity,
    amount,
    interval,
    intervalCount,
    items: items.map((item) => {
      const price = sold.get(item.stripePriceId);
      return {
        kind: item.kind,
        caption: price ? localize(fullCaption(price), locale) : item.caption,
        quantity: item.quantity,
        unitAmount: item.unitAmount,
        amount: item.unitAmount * item.quantity,
      };
    }),
  };
}

type RenewingRow = Awaited<ReturnType<typeof listRenewingRows>>[number];

export type RenewingSubscription = RenewingRow & {
  /** The schedule that changes the subscription at the next charge; null without a change. */
  readonly stripeScheduleId: string | null;
};

/** The account's subscriptions that will be charged again, the nearest first, with their scheduled changes in effect (SCH-5). */
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
