import { fullCaption, type SoldPrice } from '../../catalog/index.ts';
import type { HeldItem } from '../../core/db/schema/stored-types.ts';
import type { StoredSchedule } from './scheduled-changes.queries.ts';
import type { SubscriptionRow } from './subscriptions.queries.ts';

/** The state of a subscription after the end of its period. */
export interface ScheduledChange
  extends Pick<SubscriptionRow, 'planId' | 'quantity' | 'interval' | 'intervalCount' | 'deviceQuantity' | 'amount'> {
  readonly at: Date;
  /** Without ids at Stripe, which do not exist yet. */
  readonly items: readonly HeldItem[];
}

/** A subscription's active schedule. A schedule without a change ends by itself. */
export interface HeldSchedule {
  readonly stripeScheduleId: string;
  readonly change: ScheduledChange | null;
}

/**
 * Finds the scheduled change: the first phase after the current period (SCH-5). Stripe reports a schedule and its subscription separately, so a
 * phase that the subscription has reached is skipped.
 */
export function toHeldSchedule(
  schedule: StoredSchedule,
  { periodStartedAt, items: held }: Pick<SubscriptionRow, 'periodStartedAt' | 'items'>,
  sold: ReadonlyMap<string, SoldPrice>,
): HeldSchedule {
  const [, ...later] = schedule.phases.toSorted((a, b) => a.start_date - b.start_date);
  const reached = periodStartedAt ? periodStartedAt.getTime() : 0;
  const next = later.find(({ start_date: start }) => start * 1000 > reached);
  return { stripeScheduleId: schedule.id, change: next ? toScheduledChange(next, sold, held) : null };
}

/** Null if the catalog does not have the plan. */
function toScheduledChange(
  { start_date: start, items: phaseItems }: StoredSchedule['phases'][number],
  sold: ReadonlyMap<string, SoldPrice>,
  held: readonly HeldItem[],
): ScheduledChange | null {
  const known = phaseItems.flatMap(({ price: id, quantity }) => {
    const price = sold.get(id);
    return price ? [{ price, quantity: quantity ?? 1 }] : [];
  });
  const main =
    known.find(({ price }) => price.kind === 'base') ?? known.find(({ price }) => price.kind === 'additional');
  if (!main?.price.plan) return null;
  const others = phaseItems.flatMap(({ price: id, quantity }) => {
    const other = held.find(({ kind, stripePriceId }) => kind === 'other' && stripePriceId === id);
    return other ? [{ ...other, quantity: quantity ?? 1, stripeItemId: '' }] : [];
  });
  const items = [...known.map(({ price, quantity }) => toItem(price, quantity)), ...others];
  const devices = known.filter(({ price }) => price.kind !== 'addon' && price.increasesDeviceQuantity);
  return {
    at: new Date(start * 1000),
    planId: main.price.plan.id,
    quantity: main.price.kind === 'base' ? main.quantity : 0,
    interval: main.price.interval,
    intervalCount: main.price.intervalCount,
    deviceQuantity: devices.reduce((sum, { quantity }) => sum + quantity, 0),
    amount: items.reduce((sum, item) => sum + item.unitAmount * item.quantity, 0),
    items,
  };
}

function toItem(price: SoldPrice, quantity: number): HeldItem {
  return {
    kind: price.kind,
    priceId: price.priceId,
    caption: fullCaption(price).en,
    quantity,
    unitAmount: price.amount,
    stripeItemId: '',
    stripePriceId: price.stripePriceId,
  };
}
