import { useLingui } from '@lingui/react/macro';
import type { BillingInterval } from '../model/plan-prices.ts';

/** 'Weekly', 'Monthly', 'Every 3 months': the name of an interval and its count. */
export function useBillingIntervalName(): (billingInterval: BillingInterval) => string {
  const { t } = useLingui();
  return ({ interval, intervalCount: count }) => {
    if (interval === 'Year') return count === 1 ? t`Yearly` : t`Every ${count} years`;
    if (interval === 'Month') return count === 1 ? t`Monthly` : t`Every ${count} months`;
    if (count === 7) return t`Weekly`;
    return count === 1 ? t`Daily` : t`Every ${count} days`;
  };
}
