import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { intlLocales, useLocale } from '../../../lib/locale.ts';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { Day } from '../../../ui/moment.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useNextPayments, useSpending } from '../billing-overviews.api.ts';
import { createSeries, paidByProduct, type Series } from '../spending-rules.ts';
import { chooseColors, useSeriesName } from './spending-text.ts';

interface SpendingByProductProps {
  /** The colors of the products' logos; undefined until known. */
  colors: ReadonlyMap<string, string> | undefined;
  renderLogo: (productId: string, name: string) => ReactNode;
}

/** What each product cost in twelve months, its share and its next charge. Renders nothing without payments. */
export function SpendingByProduct({ colors, renderLogo }: SpendingByProductProps) {
  const { money } = useFormat();
  const percent = new Intl.NumberFormat(intlLocales[useLocale()], { style: 'percent' });
  const { data, isPending } = useSpending();
  const seriesName = useSeriesName();
  const rows = data ? paidByProduct(data) : [];
  const colorOf = chooseColors(data ? createSeries(data, []) : [], colors ?? new Map());
  if (!isPending && rows.length === 0) return null;
  return (
    <Card className="overflow-hidden">
      <CardHeader className="min-h-14 px-pad py-2" title={<Trans>By product</Trans>} />
      <ul className="divide-y divide-line border-t border-line">
        {isPending && (
          <li aria-hidden="true" className="flex min-h-14 items-center px-pad">
            <Skeleton className="w-40" />
          </li>
        )}
        {rows.map(({ series, paid, share }) => (
          <li key={series.productId} className="flex min-h-14 items-center gap-3 px-pad py-2">
            {series.productId !== null && renderLogo(series.productId, seriesName(series))}
            <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] items-center gap-x-4 max-sm:grid-cols-[minmax(0,1fr)_auto]">
              <div className="min-w-0">
                <p className="truncate font-medium">{seriesName(series)}</p>
                <NextCharge series={series} />
              </div>
              <div className="flex items-center gap-3 max-sm:hidden">
                <span aria-hidden="true" className="h-1.5 flex-1 overflow-hidden rounded-full bg-neutral-soft">
                  <span
                    className="block h-full rounded-full"
                    style={{ width: `${share * 100}%`, background: colorOf(series) }}
                  />
                </span>
                <span className="w-10 text-right text-sm text-muted tabular-nums">{percent.format(share)}</span>
              </div>
              <span className="min-w-24 text-right font-medium tabular-nums">{data && money(paid, data.currency)}</span>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function NextCharge({ series }: { series: Series }) {
  const { money } = useFormat();
  const next = useNextPayments().data?.items.find(({ productId }) => productId === series.productId);
  if (!next) return null;
  const amount = money(next.amountDue, next.currency);
  const day = <Day at={next.at} isShort />;
  return (
    <p className="truncate text-sm text-muted">
      <Trans>
        Next charge: {amount} on {day}
      </Trans>
    </p>
  );
}
