import { can, type Viewer } from '../../lib/permissions.ts';
import type { SavedCard } from './api/list-cards.ts';

/** Expired: its year is before the current one, or equal with its month before the current one (CARD-3). */
export function isExpired({ expYear, expMonth }: { expYear: number; expMonth: number }, now = new Date()): boolean {
  const year = now.getFullYear();
  return expYear < year || (expYear === year && expMonth < now.getMonth() + 1);
}

/** Whether a card expires with this month or the next one: another one is needed before long. */
export function expiresSoon({ expYear, expMonth }: { expYear: number; expMonth: number }, now = new Date()): boolean {
  const months = (expYear - now.getFullYear()) * 12 + expMonth - (now.getMonth() + 1);
  return months === 0 || months === 1;
}

/** `08/2027`, as it stands on the card in every language. */
export function formatExpiry({ expYear, expMonth }: { expYear: number; expMonth: number }): string {
  return `${String(expMonth).padStart(2, '0')}/${expYear}`;
}

/** Stands for the card that is yet to be typed. */
export const newCard = 'new';

/**
 * What the saved-card selector has selected: the choice while that card is still there and valid, else the first card that has not
 * expired (CARD-8), else a new card where one may be added; null where nothing can be chosen.
 */
export function selectedCard(
  cards: readonly SavedCard[],
  choice: string | null,
  mayAdd: boolean,
  now = new Date(),
): string | null {
  if (choice === newCard && mayAdd) return newCard;
  const valid = cards.filter(({ card }) => !isExpired(card, now));
  const chosen = valid.find(({ stripeId }) => stripeId === choice) ?? valid[0];
  return chosen?.stripeId ?? (mayAdd ? newCard : null);
}

/** Whether the user may add a card: not a read-only user, and not an operator acting as one. The server refuses it anyway. */
export function mayAddCards(viewer: Viewer): boolean {
  return can('cards.add', viewer);
}

/** Whether the user may choose the default card and delete cards. The server refuses it anyway. */
export function mayManageCards(viewer: Viewer): boolean {
  return can('cards.manage', viewer);
}
