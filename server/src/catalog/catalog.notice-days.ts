import { usualNoticeDays } from '@portico/contract';
import type { StoredProduct } from './catalog.rows.ts';

/** The days before an end on which it is told of: the account's, else the product's, else the usual ones (EXP-2). */
export function selectNoticeDays(
  ofAccount: readonly number[] | null,
  product: Pick<StoredProduct, 'noticeDays'> | undefined,
): readonly number[] {
  return ofAccount ?? product?.noticeDays ?? usualNoticeDays;
}

/** Days before an end from which screens show it: from the first day on which it is told of, also where an account wants no mail (EXP-6). */
export function maxShownDays(days: readonly number[]): number {
  return Math.max(...(days.length > 0 ? days : usualNoticeDays));
}
