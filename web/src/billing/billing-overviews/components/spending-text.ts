import { useLingui } from '@lingui/react/macro';
import { useFormat } from '../../../lib/format.ts';
import type { AmountKind, MonthColumn, Part, Series } from '../spending-rules.ts';

export const fills: Readonly<Record<Series['color'], string>> = {
  1: 'fill-chart-1',
  2: 'fill-chart-2',
  3: 'fill-chart-3',
  4: 'fill-chart-4',
  other: 'fill-chart-other',
};
export const strokes: Readonly<Record<Series['color'], string>> = {
  1: 'stroke-chart-1',
  2: 'stroke-chart-2',
  3: 'stroke-chart-3',
  4: 'stroke-chart-4',
  other: 'stroke-chart-other',
};
export const grounds: Readonly<Record<Series['color'], string>> = {
  1: 'bg-chart-1',
  2: 'bg-chart-2',
  3: 'bg-chart-3',
  4: 'bg-chart-4',
  other: 'bg-chart-other',
};

/** 'Nov 2026', for a month in UTC. */
export function useMonthText(): (month: string) => string {
  const { date } = useFormat();
  // The middle of a month is in the same month in every time zone.
  return (month) => date(`${month}-15T12:00:00Z`, 'monthYear');
}

/** The name of a series. */
export function useSeriesName(): (series: Series) => string {
  const { t } = useLingui();
  return ({ name }) => name ?? t`Other spending`;
}

/** The texts of a month's parts. */
export function usePartsText(currency: string) {
  const { t } = useLingui();
  const { money } = useFormat();
  const seriesName = useSeriesName();
  const kinds: Readonly<Record<Exclude<AmountKind, 'paid'>, string>> = {
    unpaid: t({ message: 'unpaid', comment: 'After a product: an amount that is not paid' }),
    due: t({ message: 'due', comment: 'After a product or below a month: an amount that will be charged' }),
  };
  const partName = ({ series, kind }: Part) =>
    kind === 'paid' ? seriesName(series) : `${seriesName(series)} (${kinds[kind]})`;
  return {
    label: t`Month of the chart`,
    due: kinds.due,
    partName,
    /** The whole month in one line. */
    of: ({ total, parts }: MonthColumn) =>
      [money(total, currency), ...parts.map((part) => `${partName(part)} ${money(part.amount, currency)}`)].join(', '),
  };
}
