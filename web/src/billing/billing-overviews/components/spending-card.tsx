import { Trans, useLingui } from '@lingui/react/macro';
import { ChartColumn, Table2 } from 'lucide-react';
import { useState } from 'react';
import type { Answer } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { lazyPart } from '../../../lib/lazy.tsx';
import { phone, useMedia } from '../../../lib/use-media.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PartBoundary } from '../../../ui/part-boundary.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useNextPayments, useSpending } from '../billing-overviews.api.ts';
import {
  createColumns,
  createSeries,
  hasYearlyPayments,
  nextRenewals,
  paidIn,
  type SpendingView,
} from '../spending-rules.ts';
import { chooseColors, SpendingColors } from './spending-text.ts';

const SpendingChart = lazyPart(() => import('./spending-chart.tsx').then((module) => module.SpendingChart));

interface SpendingCardProps {
  /** The colors of the products' logos; undefined until known. */
  colors: ReadonlyMap<string, string> | undefined;
}

/** Twelve months of payments by product, with the next amounts due, as a chart or a table (BOV-5). */
export function SpendingCard({ colors }: SpendingCardProps) {
  const [isTable, setIsTable] = useState(false);
  const [chosenView, setView] = useState<SpendingView>('spread');
  const { data, error, isFetching, refetch } = useSpending();
  const payments = useNextPayments();
  const renewals = payments.data?.items ?? [];
  const isYearly = data !== undefined && hasYearlyPayments(data.months);
  const view = isYearly ? chosenView : 'byDate';
  const columns = data && colors && !payments.isPending ? createColumns(data, renewals, view) : null;
  const hasAny = columns?.some(({ total }) => total > 0) ?? false;
  const colorOf = chooseColors(data ? createSeries(data, nextRenewals(renewals)) : [], colors ?? new Map());
  return (
    <Card className="flex min-w-0 flex-col">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 px-pad pt-5 pb-3">
        <Paid data={data} isSpread={view === 'spread'} hasFailed={error !== null} />
        {columns === null && !error && <Skeleton className="h-9 w-60" />}
        {hasAny && (
          <div className="flex flex-wrap gap-2">
            {isYearly && <ViewChoice view={view} onChange={setView} />}
            <Button onClick={() => setIsTable(!isTable)}>
              {isTable ? <ChartColumn aria-hidden="true" /> : <Table2 aria-hidden="true" />}
              {isTable ? <Trans>Chart</Trans> : <Trans>Table</Trans>}
            </Button>
          </div>
        )}
      </div>
      <div className="relative h-[340px] px-pad pb-5">
        {error && !data ? (
          <ErrorState
            className="py-6"
            error={error}
            title={<Trans>What was spent could not be loaded</Trans>}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        ) : columns === null || !data ? (
          <Skeleton className="h-full" />
        ) : hasAny ? (
          <SpendingColors value={colorOf}>
            <PartBoundary onFailure={() => {}} fallback={<Skeleton className="h-full" />}>
              <SpendingChart columns={columns} currency={data.currency} isTable={isTable} />
            </PartBoundary>
          </SpendingColors>
        ) : (
          <EmptyState
            icon={ChartColumn}
            title={<Trans>Nothing was paid in the latest 12 months</Trans>}
            description={<Trans>What your subscriptions cost each month will be shown here.</Trans>}
          />
        )}
      </div>
    </Card>
  );
}

interface ViewChoiceProps {
  view: SpendingView;
  onChange: (view: SpendingView) => void;
}

/** Selects whether yearly payments are spread. Phones have shorter labels. */
function ViewChoice({ view, onChange }: ViewChoiceProps) {
  const { t } = useLingui();
  const isPhone = useMedia(phone);
  return (
    <SegmentedControl
      label={t`Yearly payments`}
      value={view}
      onChange={onChange}
      options={[
        { value: 'byDate', label: isPhone ? <Trans>By date</Trans> : <Trans>By payment date</Trans> },
        { value: 'spread', label: isPhone ? <Trans>Spread</Trans> : <Trans>Spread yearly payments</Trans> },
      ]}
    />
  );
}

interface PaidProps {
  data: Answer<'GET /api/Billing/Spending'> | undefined;
  isSpread: boolean;
  hasFailed: boolean;
}

/** The total of twelve months, what it includes, and the monthly average. */
function Paid({ data, isSpread, hasFailed }: PaidProps) {
  const { money } = useFormat();
  const paid = data && paidIn(data.months);
  const average = data && money(Math.round((paid ?? 0) / data.months.length), data.currency);
  return (
    <div className="min-w-0">
      <h2 className="text-sm text-muted">
        <Trans>Paid in the last 12 months, including tax, before refunds</Trans>
      </h2>
      <p className="flex h-9 items-center text-price font-semibold tracking-tight tabular-nums">
        {data ? money(paid ?? 0, data.currency) : hasFailed ? '–' : <Skeleton className="h-7 w-32" />}
      </p>
      <p className="min-h-5 text-sm text-muted max-sm:min-h-10">
        {data && <Trans>{average} a month on average</Trans>}
        {data && isSpread && (
          <>
            {' · '}
            <Trans>yearly payments spread over 12 months</Trans>
          </>
        )}
      </p>
    </div>
  );
}
