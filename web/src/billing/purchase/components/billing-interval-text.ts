import { useLingui } from '@lingui/react/macro';
import type { BillingInterval } from '../model/plan.ts';

/** The texts of a billing interval. */
export function useBillingIntervalText() {
  const { t } = useLingui();
  return {
    /** 'per month', 'per 3 months' */
    per({ interval, intervalCount: count }: BillingInterval): string {
      if (count === 1) {
        if (interval === 'Year') return t`per year`;
        return interval === 'Month' ? t`per month` : t`per day`;
      }
      if (interval === 'Year') return t`per ${count} years`;
      return interval === 'Month' ? t`per ${count} months` : t`per ${count} days`;
    },
    /** 'every month', 'every 3 months' */
    every({ interval, intervalCount: count }: BillingInterval): string {
      if (count === 1) {
        if (interval === 'Year') return t`every year`;
        return interval === 'Month' ? t`every month` : t`every day`;
      }
      if (interval === 'Year') return t`every ${count} years`;
      return interval === 'Month' ? t`every ${count} months` : t`every ${count} days`;
    },
  };
}
