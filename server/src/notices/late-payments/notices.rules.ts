import { millisecondsInDay } from 'date-fns/constants';
import type { CardUse } from '../../billing/index.ts';

/** The last try is told of so many days before it, or as soon as it is known. */
const lastAttemptDays = 2;
/** A card is told of so many days before it expires. */
const cardDays = 31;
/** A charge without a card is told of so many days before it. */
export const missingCardDays = 14;

interface Tried {
  readonly tries: number;
  readonly nextAttempt: Date | null;
}

/** Whether the next try is the last one, and comes soon (LATE-4). @param retries how often Stripe tries again */
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

/** The months at whose end cards expire within 31 days (LATE-5), in UTC; the nearest first. */
export function monthsThatEndSoon(now: Date): Month[] {
  const until = now.getTime() + cardDays * millisecondsInDay;
  return [0, 1]
    .map((ahead) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1)))
    .filter((first) => Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1) <= until)
    .map((first) => ({ year: first.getUTCFullYear(), month: first.getUTCMonth() + 1 }));
}

/** What a card is charged for by itself: subscriptions that renew, whose own card it is or that have none while it is the default card. */
export function renewalsOf<Use extends CardUse>(uses: readonly Use[], cardId: string, defaultId: string | null): Use[] {
  return uses.filter(({ renewsByCard, paymentMethodId }) => renewsByCard && (paymentMethodId ?? defaultId) === cardId);
}
