import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { DateRangePicker } from '../../../ui/date-range/date-range-picker.tsx';
import { metricsShortcuts } from '../../../ui/date-range/shortcuts.ts';
import { calendarDay, type MetricsSearch, rangeIn, toSearch } from '../metrics-rules.ts';

interface MetricsRangeProps {
  search: MetricsSearch;
  /** Called with the search for the address: empty for the default range. */
  onChange: (search: MetricsSearch) => void;
}

/** The range of all figures on the dashboard: whole UTC days, because usage is counted by them (DASH-2). */
export function MetricsRange({ search, onChange }: MetricsRangeProps) {
  const { t } = useLingui();
  const [now] = useState(() => new Date());
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
      <span className="text-sm text-muted">
        <Trans>Days in UTC</Trans>
      </span>
      <DateRangePicker
        label={t`Dates`}
        className="max-sm:h-auto max-sm:min-h-11 max-sm:w-full max-sm:py-1.5"
        shortcuts={metricsShortcuts}
        value={rangeIn(search, now)}
        onChange={(range) => range && onChange({ from: undefined, to: undefined, ...toSearch(range, now) })}
        canClear={false}
        hasTimes={false}
        now={calendarDay(now)}
      />
    </div>
  );
}
