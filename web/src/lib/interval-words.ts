import { useLingui } from '@lingui/react/macro';

/** The period that one payment covers. */
export interface BillingPeriod {
  interval: 'Day' | 'Month' | 'Year';
  intervalCount: number;
}

/** A billing period after an amount, as a name, and inside a sentence. */
export function useIntervalWords() {
  const { t } = useLingui();
  return {
    /** After an amount: 'a month', 'every 3 months'. */
    each({ interval, intervalCount: count }: BillingPeriod): string {
      if (count === 1) {
        if (interval === 'Year') return t({ message: 'a year', comment: 'After an amount: $12 a year' });
        return interval === 'Month'
          ? t({ message: 'a month', comment: 'After an amount: $12 a month' })
          : t({ message: 'a day', comment: 'After an amount: $12 a day' });
      }
      if (interval === 'Day' && count === 7) return t({ message: 'a week', comment: 'After an amount: $12 a week' });
      if (interval === 'Year') return t`every ${count} years`;
      return interval === 'Month' ? t`every ${count} months` : t`every ${count} days`;
    },
    /** As a name: 'Monthly', 'Every 3 months'. */
    name({ interval, intervalCount: count }: BillingPeriod): string {
      if (count === 1) {
        if (interval === 'Year') return t`Yearly`;
        return interval === 'Month' ? t`Monthly` : t`Daily`;
      }
      if (interval === 'Year') return t`Every ${count} years`;
      return interval === 'Month' ? t`Every ${count} months` : t`Every ${count} days`;
    },
    /** Inside a sentence: 'monthly', 'every 3 months'. */
    often({ interval, intervalCount: count }: BillingPeriod): string {
      if (count === 1) {
        if (interval === 'Year') return t({ message: 'yearly', comment: 'How often something is paid: paid yearly' });
        return interval === 'Month'
          ? t({ message: 'monthly', comment: 'How often something is paid: paid monthly' })
          : t({ message: 'daily', comment: 'How often something is paid: paid daily' });
      }
      if (interval === 'Year') return t`every ${count} years`;
      return interval === 'Month' ? t`every ${count} months` : t`every ${count} days`;
    },
  };
}
