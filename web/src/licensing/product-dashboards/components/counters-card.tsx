import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import type { DateRange } from '../../../ui/date-range/range.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { useCounters } from '../product-dashboards.api.ts';

/** Counters shown before all are requested. */
const shownFirst = 5;

interface CountersCardProps {
  productId: string;
  range: DateRange;
}

/** The product's own counters in the range, the largest sum first (DASH-9). Nothing if the product has none. */
export function CountersCard({ productId, range }: CountersCardProps) {
  const { t } = useLingui();
  const { number } = useFormat();
  const { data, error, isFetching, refetch } = useCounters(productId, range);
  const [isWhole, setIsWhole] = useState(false);
  if (!data && !error) return null;
  if (data?.items.length === 0) return null;
  const items = data?.items ?? [];
  const shown = isWhole ? items : items.slice(0, shownFirst);
  return (
    <section aria-label={t`Counted by the product`} className="border-t border-line p-4 sm:p-5">
      <h2 className="text-lg font-semibold tracking-tight">
        <Trans>Counted by the product</Trans>
      </h2>
      {!data ? (
        <ErrorState className="py-6" error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <dl className="mt-4 flex flex-col gap-2.5">
          {shown.map(({ name, total }) => (
            <div key={name} className="flex items-baseline justify-between gap-4">
              {/* A name given by the product, which no catalog translates. */}
              <dt className="min-w-0 truncate text-muted" title={name} translate="no">
                {name}
              </dt>
              <dd className="shrink-0 font-medium tabular-nums">{number(total)}</dd>
            </div>
          ))}
        </dl>
      )}
      {items.length > shown.length && (
        <Button variant="quiet" size="sm" className="mt-3 -ml-2.5" onClick={() => setIsWhole(true)}>
          <Plural value={items.length} one="Show # counter" other="Show all # counters" />
        </Button>
      )}
      {isWhole && data !== undefined && data.otherNames > 0 && (
        <p className="mt-3 text-sm text-muted">
          <Plural
            value={data.otherNames}
            one="# counter with a smaller sum is not shown."
            other="# counters with smaller sums are not shown."
          />
        </p>
      )}
    </section>
  );
}
