import { Trans, useLingui } from '@lingui/react/macro';
import { Badge } from '../../ui/badge.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import type { BillingInterval } from '../model/plan-prices.ts';
import { useBillingIntervalName } from './billing-interval-name.ts';

interface BillingIntervalSwitchProps {
  billingIntervals: readonly BillingInterval[];
  value: BillingInterval;
  onChange: (billingInterval: BillingInterval) => void;
  /** The maximum saving of yearly payment in whole percent. */
  savings: number;
}

const intervalKey = ({ interval, intervalCount }: BillingInterval) => `${intervalCount} ${interval}`;

/** Switches between the billing intervals in which the plans are sold. */
export function BillingIntervalSwitch({ billingIntervals, value, onChange, savings }: BillingIntervalSwitchProps) {
  const { t } = useLingui();
  const words = useBillingIntervalName();
  return (
    <div className="flex flex-wrap items-center gap-3">
      <SegmentedControl
        label={t`Billing period`}
        value={intervalKey(value)}
        onChange={(key) =>
          onChange(billingIntervals.find((billingInterval) => intervalKey(billingInterval) === key) ?? value)
        }
        options={billingIntervals.map((billingInterval) => ({
          value: intervalKey(billingInterval),
          label: words(billingInterval),
        }))}
      />
      {savings > 0 && (
        <Badge tone="ok">
          <Trans>Save up to {savings}% by the year</Trans>
        </Badge>
      )}
    </div>
  );
}
