import { Trans } from '@lingui/react/macro';
import { ChartColumn, Table2 } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { lazyPart } from '../../../lib/lazy.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PartBoundary } from '../../../ui/part-boundary.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useNextPayments, useSpending } from '../billing-overviews.api.ts';
import { createColumns, paidIn } from '../spending-rules.ts';

const SpendingChart = lazyPart(() => import('./spending-chart.tsx').then((module) => module.SpendingChart));

/** Twelve months of payments by product, with the next amounts due, as a chart or a table (BOV-5). */
export function SpendingCard() {
  const { money } = useFormat();
  const [isTable, setIsTable] = useState(false);
  const { data, error, isFetching, refetch } = useSpending();
  const payments = useNextPayments();
  const columns = data && !payments.isPending ? createColumns(data, payments.data?.items ?? []) : null;
  const hasAny = columns?.some(({ total }) => total > 0) ?? false;
  const paid = data && money(paidIn(data.months), data.currency);
  return (
    <Card className="flex min-w-0 flex-col">
      <CardHeader
        title={<Trans>Spent by product</Trans>}
        description={
          <span className="flex min-h-5 items-center text-sm">
            {paid ? (
              <Trans>{paid} in 12 months, with tax and before refunds.</Trans>
            ) : (
              !error && <Skeleton className="w-56" />
            )}
          </span>
        }
        action={
          hasAny && (
            <Button size="sm" variant="quiet" onClick={() => setIsTable(!isTable)}>
              {isTable ? <ChartColumn aria-hidden="true" /> : <Table2 aria-hidden="true" />}
              {isTable ? <Trans>Chart</Trans> : <Trans>Table</Trans>}
            </Button>
          )
        }
      />
      <div className="relative h-[320px] px-5 pb-5">
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
          <PartBoundary onFailure={() => {}} fallback={<Skeleton className="h-full" />}>
            <SpendingChart columns={columns} currency={data.currency} isTable={isTable} />
          </PartBoundary>
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
