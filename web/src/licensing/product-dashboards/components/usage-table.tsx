import { Trans, useLingui } from '@lingui/react/macro';
import type { DayOfUsage } from '@portico/contract';
import type { ReactNode } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { useDayText } from '../../../lib/use-day-text.ts';

interface UsageTableProps {
  /** The oldest first; shown in reverse. */
  days: readonly DayOfUsage[];
  hasSessions: boolean;
  /** Whether the table replaces the chart; otherwise it is for screen readers only. */
  isShown?: boolean;
}

interface Column {
  readonly head: ReactNode;
  readonly of: (day: DayOfUsage) => number;
}

/** All reports of each day, the latest first. */
export function UsageTable({ days, hasSessions, isShown = false }: UsageTableProps) {
  const { t } = useLingui();
  const { number } = useFormat();
  const dayText = useDayText();
  const isShared = days.some(({ checks }) => checks !== null);
  const columns: Column[] = [
    ...(isShared ? [{ head: <Trans>Checks</Trans>, of: ({ checks }: DayOfUsage) => checks ?? 0 }] : []),
    { head: <Trans>Refusals</Trans>, of: ({ refusals }) => refusals },
    { head: <Trans>Devices</Trans>, of: ({ devices }) => devices },
    { head: <Trans>Activations</Trans>, of: ({ activations }) => activations },
    { head: <Trans>Deactivations</Trans>, of: ({ deactivations }) => deactivations },
    ...(hasSessions
      ? [{ head: <Trans>Peak sessions</Trans>, of: ({ peakSessions }: DayOfUsage) => peakSessions }]
      : []),
  ];
  const table = (
    <table className="w-full border-collapse text-sm whitespace-nowrap">
      <caption className="sr-only">{t`Use by day`}</caption>
      <thead>
        <tr className="border-b border-line text-left text-muted">
          <th scope="col" className="py-1.5 pr-4 font-medium">
            <Trans>Day (UTC)</Trans>
          </th>
          {columns.map(({ head }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns stay in their order
            <th key={index} scope="col" className="px-2 py-1.5 text-right font-medium">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map((day) => (
          <tr key={day.day} className="border-b border-line last:border-b-0">
            <th scope="row" className="py-1.5 pr-4 text-left font-normal">
              {dayText(day.day)}
            </th>
            {columns.map(({ of }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns stay in their order
              <td key={index} className="px-2 py-1.5 text-right tabular-nums">
                {number(of(day))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
  if (!isShown) return <div className="sr-only">{table}</div>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <div tabIndex={0} className="h-full overflow-auto">
      {table}
    </div>
  );
}
