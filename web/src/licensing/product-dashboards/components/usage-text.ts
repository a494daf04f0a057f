import { useLingui } from '@lingui/react/macro';
import type { DayOfUsage } from '@portico/contract';
import { useFormat } from '../../../lib/format.ts';
import { useDayText } from '../../../lib/use-day-text.ts';
import type { ChartView } from '../metrics-rules.ts';

export const chartFills: Readonly<Record<ChartView, string>> = {
  checks: 'fill-chart-1',
  refusals: 'fill-chart-3',
  devices: 'fill-chart-2',
  sessions: 'fill-chart-4',
};
export const chartStrokes: Readonly<Record<ChartView, string>> = {
  checks: 'stroke-chart-1',
  refusals: 'stroke-chart-3',
  devices: 'stroke-chart-2',
  sessions: 'stroke-chart-4',
};

/** The names of the series and of a day's facts. */
export function useUsageText() {
  const { t } = useLingui();
  const { number } = useFormat();
  const dayText = useDayText();
  const views: Readonly<Record<ChartView, string>> = {
    checks: t`Checks`,
    refusals: t`Refusals`,
    devices: t`Devices`,
    sessions: t`Sessions`,
  };
  const formatFacts = ({ checks, refusals, devices, peakSessions }: DayOfUsage, hasSessions: boolean) => [
    ...(checks === null ? [] : [{ label: views.checks, value: number(checks) }]),
    { label: views.refusals, value: number(refusals) },
    { label: views.devices, value: number(devices) },
    ...(hasSessions ? [{ label: t`Peak sessions`, value: number(peakSessions) }] : []),
  ];
  return {
    views,
    formatFacts,
    /** A whole day in one line. */
    formatDay: (day: DayOfUsage, hasSessions: boolean) =>
      `${dayText(day.day, 'weekDay')}: ${formatFacts(day, hasSessions)
        .map(({ label, value }) => `${label} ${value}`)
        .join(', ')}${day.wasFull ? `, ${t`no seat was free`}` : ''}`,
  };
}
