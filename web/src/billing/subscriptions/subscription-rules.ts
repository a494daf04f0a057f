import type { Subscription } from '@portico/contract';
import { millisecondsInDay } from '../../lib/durations.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

/**
 * Days until a subscription expires, with a partial day counted as one; 0 or less if it has expired (SUB-10).
 * @param expirationDate UTC, ISO 8601
 */
export function daysLeft(expirationDate: string, now = Date.now()): number {
  return Math.ceil((new Date(expirationDate).getTime() - now) / millisecondsInDay);
}

/** Primary above 3 days, warning above 1 day, otherwise error (SUB-11). */
export function expirationTone(days: number): BadgeTone {
  if (days > 3) return 'accent';
  return days > 1 ? 'warning' : 'bad';
}

/** Whether the subscription is running: active, or past due while payment is retried. */
export function isLive({ status }: Pick<Subscription, 'status'>): boolean {
  return status === 1 || status === 3;
}

/** Whether the subscription ends, or has ended. */
export function isEnding({ cancelAt, status }: Pick<Subscription, 'cancelAt' | 'status'>): boolean {
  return cancelAt !== null || status === 4;
}

/** Whether the subscription was bought but starts later. */
export function startsLater(
  { status, startDate }: Pick<Subscription, 'status' | 'startDate'>,
  now = Date.now(),
): boolean {
  return status === 1 && new Date(startDate).getTime() > now;
}

/** Status 1 is success; a trial and a scheduled end have their own colors (SUB-12). */
export function statusTone({
  status,
  trial,
  cancelAt,
}: Pick<Subscription, 'status' | 'trial' | 'cancelAt'>): BadgeTone {
  if (status === 3) return 'bad';
  if (status === 4) return 'neutral';
  if (status === 2 || cancelAt) return 'warning';
  return trial ? 'accent' : 'ok';
}

export type NextStep = 'starts' | 'ends' | 'trialEnds' | 'renews' | 'expired' | 'ended' | null;

type Dated = Pick<Subscription, 'amount' | 'status' | 'startDate' | 'cancelAt' | 'trial' | 'expirationDate'>;

/** The meaning of a subscription's most important date; null if it has none, for example a free one that renews (SUB-41). */
export function nextStep(subscription: Dated, now = Date.now()): NextStep {
  if (subscription.status === 4) return subscription.expirationDate ? 'ended' : null;
  if (startsLater(subscription, now)) return 'starts';
  if (subscription.cancelAt) return 'ends';
  if (!subscription.expirationDate) return null;
  if (daysLeft(subscription.expirationDate, now) <= 0) return 'expired';
  if (subscription.trial) return 'trialEnds';
  return subscription.amount === 0 ? null : 'renews';
}

/** The time of `nextStep`, or null. */
export function nextMoment(subscription: Dated, now = Date.now()): string | null {
  const step = nextStep(subscription, now);
  if (step === 'starts') return subscription.startDate;
  return step === 'ends' ? subscription.cancelAt : step && subscription.expirationDate;
}

/** Value of the gift card for an interview after a cancellation, in US cents (SUB-20). */
export const giftCard = 2500;
