import { Trans } from '@lingui/react/macro';
import { cn } from '../../../lib/cn.ts';
import type { AmountKind, MonthColumn } from '../spending-rules.ts';
import { grounds, useSeriesName } from './spending-text.ts';

const mark = 'size-2.5 shrink-0 rounded-[2px]';

/** The meaning of the bars' colors and outlines. */
export function SpendingLegend({ columns }: { columns: readonly MonthColumn[] }) {
  const seriesName = useSeriesName();
  const parts = columns.flatMap((column) => column.parts);
  const series = [...new Map(parts.map((part) => [part.series.color, part.series])).values()].sort((a, b) =>
    String(a.color).localeCompare(String(b.color)),
  );
  const has = (kind: AmountKind) => parts.some((part) => part.kind === kind);
  return (
    <ul className="mb-1 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      {series.map((one) => (
        <li key={one.color} className="flex items-center gap-1.5">
          <span aria-hidden="true" className={cn(mark, grounds[one.color])} />
          {seriesName(one)}
        </li>
      ))}
      {has('unpaid') && (
        <li className="flex items-center gap-1.5">
          <span aria-hidden="true" className={cn(mark, 'border border-bad bg-bad-soft')} />
          <Trans comment="In a chart's legend: what is not paid">Unpaid</Trans>
        </li>
      )}
      {has('due') && (
        <li className="flex items-center gap-1.5">
          <span aria-hidden="true" className={cn(mark, 'border border-dashed border-accent bg-accent-soft')} />
          <Trans>Next renewals</Trans>
        </li>
      )}
    </ul>
  );
}
