import { Trans, useLingui } from '@lingui/react/macro';
import { Badge } from '../../../ui/badge.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import type { Interval } from '../model/plan-prices.ts';

interface IntervalSwitchProps {
  intervals: readonly Interval[];
  value: Interval;
  onChange: (interval: Interval) => void;
  /** Whole percent that paying by the year saves at best. */
  savings: number;
}

/** Shows prices by the month or by the year. */
export function IntervalSwitch({ intervals, value, onChange, savings }: IntervalSwitchProps) {
  const { t } = useLingui();
  const labels: Record<Interval, string> = { Day: t`Daily`, Month: t`Monthly`, Year: t`Yearly` };
  return (
    <div className="flex flex-wrap items-center gap-3">
      <SegmentedControl
        label={t`Payment interval`}
        value={value}
        onChange={onChange}
        options={intervals.map((interval) => ({ value: interval, label: labels[interval] }))}
      />
      {savings > 0 && (
        <Badge tone="ok">
          <Trans>Save up to {savings}% by the year</Trans>
        </Badge>
      )}
    </div>
  );
}
