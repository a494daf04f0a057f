import type { CancellationReason } from '@portico/contract';

/** Every reason, in the order in which customers choose among them and operators filter by them. */
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
