import type { AttentionItem } from '@portico/contract';
import { millisecondsInDay } from 'date-fns/constants';
import type { CardUse } from '../../billing/index.ts';
import { cardExpiry, type findCardsById } from '../../billing/index.ts';

type Card = Awaited<ReturnType<typeof findCardsById>>[number];

export interface CardCharges {
  readonly card: Pick<Card, 'id' | 'brand' | 'last4' | 'expMonth' | 'expYear'>;
  readonly uses: readonly CardUse[];
}

export interface ExpiringCard extends CardCharges {
  readonly hasExpired: boolean;
  /** The first charge after the card expires, if known. */
  readonly nextCharge: Date | null;
}

/** How many days before it expires a card is shown, even if no charge follows. */
const soonDays = 30;

/** The cards that have expired, expire within 30 days, or expire before their next charge (ATT-3). */
export function findExpiringCards(cards: readonly CardCharges[], now: Date): ExpiringCard[] {
  const soon = new Date(now.getTime() + soonDays * millisecondsInDay);
  return cards.flatMap((one) => {
    const expiry = cardExpiry(one.card);
    const charges = one.uses.flatMap(({ expiresAt }) => (expiresAt && expiresAt >= expiry ? [expiresAt] : []));
    const nextCharge = charges.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;
    if (expiry > soon && nextCharge === null) return [];
    return [{ ...one, hasExpired: expiry <= now, nextCharge }];
  });
}

/** The subscriptions that will be charged but have neither a card of their own nor a default card (ATT-5). */
export function findChargesWithoutCard(
  uses: readonly CardUse[],
  cards: readonly Pick<Card, 'id'>[],
  defaultId: string | null,
): CardUse[] {
  const saved = new Set(cards.map(({ id }) => id));
  return uses.filter(
    ({ renewsByCard, paymentMethodId }) => renewsByCard && !saved.has(paymentMethodId ?? defaultId ?? ''),
  );
}

/** The most urgent items have the lowest rank (ATT-4). */
function itemRank(item: AttentionItem, now: string): number {
  switch (item.kind) {
    case 'unpaid':
      // An invoice with a due date in the future is neither failed nor late (ATT-7).
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

/** The time by which a user should act. */
function itemDueDate(item: AttentionItem): string {
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

/** Orders items by rank, then by due date. */
export function compareItems(now: Date): (one: AttentionItem, other: AttentionItem) => number {
  const at = now.toISOString();
  return (one, other) => itemRank(one, at) - itemRank(other, at) || (itemDueDate(one) < itemDueDate(other) ? -1 : 1);
}
