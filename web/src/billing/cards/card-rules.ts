import { can, type Viewer } from '../../lib/permissions.ts';
import type { SavedCard } from './api/list-cards.ts';

/** Whether a payment method is a card. Others have no expiry date, and some no digits (CARD-18). */
export function isCard({ brand }: { brand: string }): boolean {
  return brand !== 'bank account' && brand !== 'link';
}

/** Whether a card has expired: its month is before the current one (CARD-3). */
export function isExpired({ expYear, expMonth }: { expYear: number; expMonth: number }, now = new Date()): boolean {
  const year = now.getFullYear();
  return expYear < year || (expYear === year && expMonth < now.getMonth() + 1);
}

/** Whether a card expires this month or next month, so that another one is needed soon. */
export function expiresSoon({ expYear, expMonth }: { expYear: number; expMonth: number }, now = new Date()): boolean {
  const months = (expYear - now.getFullYear()) * 12 + expMonth - (now.getMonth() + 1);
  return months === 0 || months === 1;
}

/** `08/2027`, as on the card, in every language. */
export function formatExpiry({ expYear, expMonth }: { expYear: number; expMonth: number }): string {
  return `${String(expMonth).padStart(2, '0')}/${expYear}`;
}

/** The choice of a card that is still to be entered. */
export const newCard = 'new';

/**
 * The selected card: the choice if that card still exists and is valid, otherwise the first card that has not expired,
 * if possible one that was not declined (CARD-8), otherwise a new card if the user may add one; null if nothing can be chosen.
 */
export function selectedCard(
  cards: readonly SavedCard[],
  choice: string | null,
  mayAdd: boolean,
  now = new Date(),
): string | null {
  if (choice === newCard && mayAdd) return newCard;
  const valid = cards.filter(({ card }) => !isExpired(card, now));
  const chosen =
    valid.find(({ stripeId }) => stripeId === choice) ??
    valid.find(({ declinedAt }) => declinedAt === null) ??
    valid[0];
  return chosen?.stripeId ?? (mayAdd ? newCard : null);
}

/** Whether the user may add a card: read-only users and operators acting as a user may not. The server enforces it. */
export function mayAddCards(viewer: Viewer): boolean {
  return can('cards.add', viewer);
}

/** Whether the user may choose the default card and delete cards. The server enforces it. */
export function mayManageCards(viewer: Viewer): boolean {
  return can('cards.manage', viewer);
}
