import { useLingui } from '@lingui/react/macro';
import type { CancellationReason } from '@portico/contract';

/** The names of the reasons for operators. */
export function useReasonWords(): (reason: CancellationReason | null) => string {
  const { t } = useLingui();
  const words: Record<CancellationReason, string> = {
    too_expensive: t`Too expensive`,
    unused: t`Not used enough`,
    missing_features: t`Something is missing`,
    switched_service: t`Uses something else`,
    too_complex: t`Too complicated`,
    low_quality: t`Does not work well enough`,
    customer_service: t`Was not helped well`,
    other: t`Another reason`,
  };
  return (reason) => (reason === null ? t`Not said` : words[reason]);
}
