import type { CancellationReason } from '@portico/contract';

/** All reasons, in the order of the customers' choice and the operators' filter. */
export const cancellationReasons = [
  'too_expensive',
  'unused',
  'missing_features',
  'switched_service',
  'too_complex',
  'low_quality',
  'customer_service',
  'other',
] as const satisfies readonly CancellationReason[];
