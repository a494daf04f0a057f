import type { RecurringCharge, Subscription, SubscriptionEvent, UpcomingInvoice } from '@portico/contract';
import { isDueLater } from '../../lib/due.ts';
import { startsLater } from './subscription-rules.ts';
import type { PaymentOptions, SubscriptionDetail } from './subscriptions.api.ts';

/** The most important state of a subscription's payments. */
export type Headline = 'unpaid' | 'ended' | 'starts' | 'ends' | 'trialEnds' | 'free' | 'charge';

type Stated = Pick<
  SubscriptionDetail,
  'status' | 'startDate' | 'cancelAt' | 'trial' | 'amount' | 'unpaid' | 'expirationDate'
>;

/** A debt comes first, then an end, then the next charge (SUB-21). An amount due later is not a debt yet (ATT-7). */
export function chooseHeadline(subscription: Stated, now = Date.now()): Headline {
  if (subscription.unpaid && !isDueLater(subscription.unpaid, now)) return 'unpaid';
  if (subscription.status === 4) return 'ended';
  if (startsLater(subscription, now)) return 'starts';
  if (subscription.cancelAt) return 'ends';
  if (subscription.trial) return 'trialEnds';
  return subscription.amount === 0 ? 'free' : 'charge';
}

/** A charge after the next one; the first charge without a discount is marked. */
export interface FollowingCharge {
  created: string;
  due: number;
  /** Cents of the charge that the credit pays. */
  credit: number;
  discountEnded: boolean;
}

const at = (moment: string) => new Date(moment).getTime();

export function followingCharges({
  created,
  following,
  recurringCharges,
}: Pick<UpcomingInvoice, 'created' | 'following' | 'recurringCharges'>): readonly FollowingCharge[] {
  return following.map((charge, index) => {
    const before = following[index - 1]?.created ?? created;
    const begun = recurringCharges.findIndex(({ from }) => at(from) > at(before) && at(from) <= at(charge.created));
    const ended =
      begun > 0 &&
      (recurringCharges[begun - 1] as RecurringCharge).discount > (recurringCharges[begun] as RecurringCharge).discount;
    return {
      created: charge.created,
      due: charge.amountDue,
      credit: Math.max(0, charge.total - charge.amountDue),
      discountEnded: ended,
    };
  });
}

/** When a card cannot be charged any more: at the start of the month after its expiry (UTC). */
function cardEnd({ expMonth, expYear }: { expMonth: number; expYear: number }): Date {
  return new Date(Date.UTC(expYear, expMonth, 1));
}

/** Milliseconds before a card's end; from then on, the card's row shows a warning. */
const warnedBefore = 60 * 86_400_000;

export interface CardWarning {
  hasExpired: boolean;
  /** The card's last day. */
  lastDay: Date;
  /** The first charge that the card cannot pay; null if unknown. */
  replaceBefore: string | null;
}

/** The warning for an expired or expiring card; null if none (SUB-22). */
export function cardWarning(
  card: { expMonth: number; expYear: number },
  charges: readonly string[],
  now = Date.now(),
): CardWarning | null {
  const end = cardEnd(card).getTime();
  if (end - now > warnedBefore) return null;
  return {
    hasExpired: end <= now,
    // Noon is the same day in every time zone.
    lastDay: new Date(end - 43_200_000),
    replaceBefore: charges.find((charge) => at(charge) >= end) ?? null,
  };
}

/**
 * The billing interval that saves most per year compared with the current one: its name, and cents saved for
 * `quantity` units; null if none saves.
 */
export function bestSaving(options: PaymentOptions, quantity: number): { nickname: string; amount: number } | null {
  const current = options.find(({ isCurrent }) => isCurrent);
  const best = options.toSorted((a, b) => b.yearSavings - a.yearSavings)[0];
  if (!current || !best || best.yearSavings <= current.yearSavings) return null;
  return { nickname: best.nickname, amount: (best.yearSavings - current.yearSavings) * quantity };
}

/** Maximum number of events on a timeline. */
const maxShown = 6;

/** The start, the newest past events, and future events, as many as fit; `hidden` counts the others. */
export function shownEvents(events: readonly SubscriptionEvent[]): {
  shown: readonly SubscriptionEvent[];
  hidden: number;
} {
  if (events.length <= maxShown) return { shown: events, hidden: 0 };
  const past = events.filter(({ isAhead }) => !isAhead);
  const ahead = events.filter(({ isAhead }) => isAhead).slice(0, maxShown / 2);
  const [first, ...later] = past;
  const newest = first ? later.slice(-(maxShown - ahead.length - 1)) : [];
  const shown = [...(first ? [first] : []), ...(maxShown - ahead.length - 1 > 0 ? newest : []), ...ahead];
  return { shown, hidden: events.length - shown.length };
}

/** The units of the plan itself, without additional prices. */
export function findBaseItem({ items }: Pick<SubscriptionDetail, 'items'>) {
  return items.find(({ kind }) => kind === 'base');
}

/** Whether any change requires restoring the subscription first. */
export function needsRestoring({
  status,
  cancelAt,
  restoreAllowed,
}: Pick<Subscription, 'status' | 'cancelAt' | 'restoreAllowed'>): boolean {
  return status !== 4 && cancelAt !== null && restoreAllowed;
}
