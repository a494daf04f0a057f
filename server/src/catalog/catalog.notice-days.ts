import { usualNoticeDays } from '@portico/contract';
import type { StoredProduct } from './catalog.rows.ts';

/** The notice days before an end: the account's, otherwise the product's, otherwise the default ones (EXP-2). */
export function selectNoticeDays(
  ofAccount: readonly number[] | null,
  product: Pick<StoredProduct, 'noticeDays'> | undefined,
): readonly number[] {
  return ofAccount ?? product?.noticeDays ?? usualNoticeDays;
}

/** From how many days before an end screens show it: the earliest notice day, or the default one if the account wants no mail (EXP-6). */
export function maxShownDays(days: readonly number[]): number {
  return Math.max(...(days.length > 0 ? days : usualNoticeDays));
}
