import type { CancellationReason } from '@portico/contract';
import type { CancellationOffer } from './cancel/cancellation-offers-query.ts';

/** The offers that answer a reason, those that answer it by name first; offers for everybody also where none was said (CXL-5). */
export function offersFor(
  offers: readonly CancellationOffer[],
  reason: CancellationReason | null,
): readonly CancellationOffer[] {
  const named = offers.filter(({ reasons }) => reason !== null && reasons.includes(reason));
  return [...named, ...offers.filter(({ reasons }) => reasons.length === 0)];
}
