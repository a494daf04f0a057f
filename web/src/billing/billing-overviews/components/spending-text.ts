import { useLingui } from '@lingui/react/macro';
import { createContext, use } from 'react';
import { useFormat } from '../../../lib/format.ts';
import type { AmountKind, MonthColumn, Part, Series } from '../spending-rules.ts';

/** The color of each product, as CSS. */
export const SpendingColors = createContext<(series: Series) => string>(() => 'var(--chart-other)');

/** Number of theme colors, for products whose logo has no color. */
const ownColors = 4;

/**
 * The color of a series: its logo's color, otherwise the next color of the theme.
 * @param colors of the logos, by product
 */
export function chooseColors(series: readonly Series[], colors: ReadonlyMap<string, string>) {
  const rest = series.filter(({ productId }) => productId !== null && !colors.has(productId));
  return ({ productId }: Series): string => {
    if (productId === null) return 'var(--chart-other)';
    const place = rest.findIndex((one) => one.productId === productId);
    return colors.get(productId) ?? (place < ownColors ? `var(--chart-${place + 1})` : 'var(--chart-other)');
  };
}

export const useSeriesColor = () => use(SpendingColors);

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

/** Identifies a series and a kind among the parts of a column. */
export const partKey = ({ kind, series }: Pick<Part, 'kind' | 'series'>) => `${kind} ${series.productId}`;

/** The texts of a month's parts. */
export function usePartsText(currency: string) {
  const { t } = useLingui();
  const { money } = useFormat();
  const seriesName = useSeriesName();
  const kinds: Readonly<Record<Exclude<AmountKind, 'paid'>, string>> = {
    spread: t({ message: '1/12 of yearly payment', comment: 'After a product: a part of a yearly payment' }),
    unpaid: t({ message: 'past due', comment: 'After a product: an amount that is not paid' }),
    due: t({ message: 'expected', comment: 'After a product or below a month: an amount that will be charged' }),
  };
  const partName = ({ series, kind }: Pick<Part, 'series' | 'kind'>) =>
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
