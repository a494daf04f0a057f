import type { RecurringCharge, Subscription, SubscriptionEvent, UpcomingInvoice } from '@portico/contract';
import { isDueLater } from '../../lib/due.ts';
import { startsLater } from './subscription-rules.ts';
import type { PaymentOptions, SubscriptionDetail } from './subscriptions.api.ts';

/** What stands first about a subscription's money. */
export type Headline = 'unpaid' | 'ended' | 'starts' | 'ends' | 'trialEnds' | 'free' | 'charge';

type Stated = Pick<
  SubscriptionDetail,
  'status' | 'startDate' | 'cancelAt' | 'trial' | 'amount' | 'unpaid' | 'expirationDate'
>;

/** What is owed comes before everything else, then an end, then what is charged next (SUB-21). What is due later is not owed yet (ATT-7). */
export function headlineOf(subscription: Stated, now = Date.now()): Headline {
  if (subscription.unpaid && !isDueLater(subscription.unpaid, now)) return 'unpaid';
  if (subscription.status === 4) return 'ended';
  if (startsLater(subscription, now)) return 'starts';
  if (subscription.cancelAt) return 'ends';
  if (subscription.trial) return 'trialEnds';
  return subscription.amount === 0 ? 'free' : 'charge';
}

/** A charge after the next one, with the first charge that a discount no longer lowers marked. */
export interface FollowingCharge {
  created: string;
  due: number;
  /** Cents that the credit pays of it. */
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

/** The moment from which a card cannot be charged any more: the month after the one it expires in (UTC). */
function cardEnd({ expMonth, expYear }: { expMonth: number; expYear: number }): Date {
  return new Date(Date.UTC(expYear, expMonth, 1));
}

/** Milliseconds before a card's end in which its row says so. */
const warnedBefore = 60 * 86_400_000;

export interface CardWarning {
  hasExpired: boolean;
  /** Its last day. */
  lastDay: Date;
  /** The first charge that it cannot pay; null where none is known. */
  replaceBefore: string | null;
}

/** What is to be said of a card that has expired or soon will; null where nothing is (SUB-22). */
export function cardWarning(
  card: { expMonth: number; expYear: number },
  charges: readonly string[],
  now = Date.now(),
): CardWarning | null {
  const end = cardEnd(card).getTime();
  if (end - now > warnedBefore) return null;
  return {
    hasExpired: end <= now,
    // Noon, so that it is the same day in every time zone.
    lastDay: new Date(end - 43_200_000),
    replaceBefore: charges.find((charge) => at(charge) >= end) ?? null,
  };
}

/** The way to pay that saves most in a year against the present one: its name, and cents saved for `quantity` units; null where none saves. */
export function bestSaving(options: PaymentOptions, quantity: number): { nickname: string; amount: number } | null {
  const current = options.find(({ isCurrent }) => isCurrent);
  const best = options.toSorted((a, b) => b.yearSavings - a.yearSavings)[0];
  if (!current || !best || best.yearSavings <= current.yearSavings) return null;
  return { nickname: best.nickname, amount: (best.yearSavings - current.yearSavings) * quantity };
}

/** Most events that a timeline shows at once. */
const mostShown = 6;

/** The beginning, the newest of the past, and what is to come: as many as fit; `hidden` counts the others. */
export function shownEvents(events: readonly SubscriptionEvent[]): {
  shown: readonly SubscriptionEvent[];
  hidden: number;
} {
  if (events.length <= mostShown) return { shown: events, hidden: 0 };
  const past = events.filter(({ isAhead }) => !isAhead);
  const ahead = events.filter(({ isAhead }) => isAhead).slice(0, mostShown / 2);
  const [first, ...later] = past;
  const newest = first ? later.slice(-(mostShown - ahead.length - 1)) : [];
  const shown = [...(first ? [first] : []), ...(mostShown - ahead.length - 1 > 0 ? newest : []), ...ahead];
  return { shown, hidden: events.length - shown.length };
}

/** The units of the plan itself, without what is sold beside it. */
export function baseOf({ items }: Pick<SubscriptionDetail, 'items'>) {
  return items.find(({ kind }) => kind === 'base');
}

/** Whether a change of anything has to wait until the subscription is restored. */
export function needsRestoring({
  status,
  cancelAt,
  restoreAllowed,
}: Pick<Subscription, 'status' | 'cancelAt' | 'restoreAllowed'>): boolean {
  return status !== 4 && cancelAt !== null && restoreAllowed;
}
