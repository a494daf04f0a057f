import type { AttentionItem } from '@portico/contract';
import { millisecondsInDay } from 'date-fns/constants';
import type { CardUse } from '../../billing/index.ts';
import { cardExpiry, type findCardsById } from '../../billing/index.ts';

type Card = Awaited<ReturnType<typeof findCardsById>>[number];

/** A card with the subscriptions that it pays for. */
export interface CardCharges {
  readonly card: Pick<Card, 'id' | 'brand' | 'last4' | 'expMonth' | 'expYear'>;
  readonly uses: readonly CardUse[];
}

export interface ExpiringCard extends CardCharges {
  readonly hasExpired: boolean;
  /** The first charge after it expires; null where none is known. */
  readonly nextCharge: Date | null;
}

/** A card that expires within so many days needs somebody, whatever it pays for. */
const soonDays = 30;

/** The cards that expired, expire within 30 days, or expire before they are charged next (ATT-3). */
export function cardsThatExpire(cards: readonly CardCharges[], now: Date): ExpiringCard[] {
  const soon = new Date(now.getTime() + soonDays * millisecondsInDay);
  return cards.flatMap((one) => {
    const expiry = cardExpiry(one.card);
    const charges = one.uses.flatMap(({ expiresAt }) => (expiresAt && expiresAt >= expiry ? [expiresAt] : []));
    const nextCharge = charges.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;
    if (expiry > soon && nextCharge === null) return [];
    return [{ ...one, hasExpired: expiry <= now, nextCharge }];
  });
}

/** The subscriptions that will be charged and have no card: neither one of their own nor a default card (ATT-5). */
export function chargesWithoutCard(
  uses: readonly CardUse[],
  cards: readonly Pick<Card, 'id'>[],
  defaultId: string | null,
): CardUse[] {
  const saved = new Set(cards.map(({ id }) => id));
  return uses.filter(
    ({ renewsByCard, paymentMethodId }) => renewsByCard && !saved.has(paymentMethodId ?? defaultId ?? ''),
  );
}

/** What is worse has a lower number (ATT-4). */
function rankOf(item: AttentionItem, now: string): number {
  switch (item.kind) {
    case 'unpaid':
      // What is to be paid by a day to come is neither a failure nor late (ATT-7).
      if (item.dueDate !== null && item.dueDate > now) return 3;
      return item.subscription?.hasEnded ? 0 : 1;
    case 'cardExpires':
      return item.hasExpired ? 2 : 4;
    case 'cardMissing':
      return 2;
    case 'licenseEnding':
      return item.hasEnded ? 0 : 3;
    case 'ending':
    case 'placesEnding':
    case 'trialEnding':
      return 3;
    case 'tokenEnding':
      return 4;
  }
}

/** The moment by which somebody should have acted. */
function dueOf(item: AttentionItem): string {
  switch (item.kind) {
    case 'unpaid':
      return item.failedAt ?? item.dueDate ?? '';
    case 'ending':
    case 'trialEnding':
    case 'licenseEnding':
    case 'tokenEnding':
      return item.endsAt;
    case 'placesEnding':
      return item.at;
    case 'cardMissing':
      return item.nextCharge ?? '';
    case 'cardExpires':
      return item.nextCharge ?? cardExpiry(item).toISOString();
  }
}

/** Orders items: what has stopped or will stop working first, then what is due first. */
export function compareItems(now: Date): (one: AttentionItem, other: AttentionItem) => number {
  const moment = now.toISOString();
  return (one, other) => rankOf(one, moment) - rankOf(other, moment) || (dueOf(one) < dueOf(other) ? -1 : 1);
}
