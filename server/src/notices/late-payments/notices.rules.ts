import { millisecondsInDay } from 'date-fns/constants';
import type { CardUse } from '../../billing/index.ts';

/** How many days before the last try its notice is sent, or as soon as the last try is known. */
const lastAttemptDays = 2;
/** How many days before a card expires its notice is sent. */
const cardDays = 31;
/** How many days before a charge without a card its notice is sent. */
export const missingCardDays = 14;

interface Tried {
  readonly tries: number;
  readonly nextAttempt: Date | null;
}

/** Whether the next try is the last one and is soon (LATE-4). @param retries how often Stripe tries again */
export function isLastAttemptSoon({ tries, nextAttempt }: Tried, retries: number, now: Date): boolean {
  if (nextAttempt === null || tries < retries) return false;
  const wait = nextAttempt.getTime() - now.getTime();
  return wait > 0 && wait <= lastAttemptDays * millisecondsInDay;
}

export interface Month {
  readonly year: number;
  /** From 1 to 12. */
  readonly month: number;
}

/** The months (UTC) whose cards expire within 31 days (LATE-5), the nearest first. */
export function listExpiringMonths(now: Date): Month[] {
  const until = now.getTime() + cardDays * millisecondsInDay;
  return [0, 1]
    .map((ahead) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1)))
    .filter((first) => Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1) <= until)
    .map((first) => ({ year: first.getUTCFullYear(), month: first.getUTCMonth() + 1 }));
}

/** The subscriptions whose renewals are charged to a card, as their own card or as the default card. */
export function findRenewalsOfCard<Use extends CardUse>(
  uses: readonly Use[],
  cardId: string,
  defaultId: string | null,
): Use[] {
  return uses.filter(({ renewsByCard, paymentMethodId }) => renewsByCard && (paymentMethodId ?? defaultId) === cardId);
}
