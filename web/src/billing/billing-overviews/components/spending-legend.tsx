import { Trans } from '@lingui/react/macro';
import type { AmountKind, MonthColumn } from '../spending-rules.ts';
import { SpendingSwatch } from './spending-swatch.tsx';
import { useSeriesName } from './spending-text.ts';

/** The meaning of the bars' colors and outlines, in the order of the products. */
export function SpendingLegend({ columns }: { columns: readonly MonthColumn[] }) {
  const seriesName = useSeriesName();
  const parts = columns.flatMap((column) => column.parts);
  const of = (kind: AmountKind) => parts.filter((part) => part.kind === kind).map(({ series }) => series);
  const [spread, unpaid, due] = [new Set(of('spread')), of('unpaid')[0], of('due')[0]];
  const series = [...new Set([...of('paid'), ...spread, ...of('unpaid'), ...of('due')])];
  return (
    <ul className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      {series.map((one) => (
        <li key={one.productId} className="flex items-center gap-1.5">
          <SpendingSwatch series={one} kind={spread.has(one) ? 'spread' : 'paid'} />
          {seriesName(one)}
        </li>
      ))}
      {unpaid && (
        <li className="flex items-center gap-1.5">
          <SpendingSwatch series={unpaid} kind="unpaid" />
          <Trans comment="In a chart's legend: what is not paid">Past due</Trans>
        </li>
      )}
      {due && (
        <li className="flex items-center gap-1.5">
          <SpendingSwatch series={due} kind="due" />
          <Trans context="charge">Expected</Trans>
        </li>
      )}
    </ul>
  );
}
