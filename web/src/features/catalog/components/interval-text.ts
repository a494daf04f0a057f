import { useLingui } from '@lingui/react/macro';
import type { BillingInterval } from '../model/plan-prices.ts';

/** How often an amount is paid, after the amount: '$790.00 a year', '$569.00 every 3 months'. */
export function useIntervalText(): (billingInterval: BillingInterval) => string {
  const { t } = useLingui();
  return ({ interval, intervalCount: count }) => {
    if (interval === 'Year') return count === 1 ? t`a year` : t`every ${count} years`;
    if (interval === 'Month') return count === 1 ? t`a month` : t`every ${count} months`;
    if (count === 7) return t`a week`;
    return count === 1 ? t`a day` : t`every ${count} days`;
  };
}
