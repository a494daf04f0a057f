import { neverExpires, type ProductTokenState, type ProductTokenType } from '@portico/contract';
import { millisecondsInDay } from 'date-fns/constants';
import { warningDays } from '../../core/mail/index.ts';
import type { TokenRow } from './product-tokens.queries.ts';

export const toTokenType = (stored: TokenRow['tokenType']): ProductTokenType => (stored === 0 ? 'Public' : 'Secret');

export const storedType = (type: ProductTokenType): TokenRow['tokenType'] => (type === 'Public' ? 0 : 1);

/** When a token ends whose last UTC day (`YYYY-MM-DD`) is `day`; null if never (TOK-4). */
export function tokenEnd(day: string): Date | null {
  return day >= neverExpires ? null : new Date(Date.parse(day) + millisecondsInDay);
}

/** The last UTC day (`YYYY-MM-DD`) on which a token works (TOK-4). */
export function tokenLastDay(expiresAt: Date | null): string {
  return expiresAt ? new Date(expiresAt.getTime() - 1).toISOString().slice(0, 10) : neverExpires;
}

type TokenFacts = Pick<TokenRow, 'disabledAt' | 'expiresAt' | 'overlapEndsAt'>;

/** The state of a token, the first that applies (TOK-5). */
export function tokenState({ disabledAt, expiresAt, overlapEndsAt }: TokenFacts, now: Date): ProductTokenState {
  const isOver = (end: Date | null) => end !== null && end <= now;
  if (disabledAt) return 'disabled';
  if (isOver(expiresAt) || isOver(overlapEndsAt)) return 'expired';
  if (overlapEndsAt) return 'beingReplaced';
  const isSoon = expiresAt && expiresAt.getTime() - now.getTime() <= warningDays[0] * millisecondsInDay;
  return isSoon ? 'expiresSoon' : 'active';
}

/** When a token that is replaced now stops working: after the overlap, or at its own end if that is earlier (TOK-7). */
export function overlapEnd({ expiresAt }: Pick<TokenRow, 'expiresAt'>, overlapHours: number, now: Date): Date {
  const end = now.getTime() + overlapHours * 3_600_000;
  return new Date(Math.min(end, expiresAt?.getTime() ?? end));
}
