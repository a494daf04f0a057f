import { Trans, useLingui } from '@lingui/react/macro';
import { ChartColumn, Table2 } from 'lucide-react';
import { useState } from 'react';
import { lazyPart } from '../../../lib/lazy.tsx';
import { useDayText } from '../../../lib/use-day-text.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PartBoundary } from '../../../ui/part-boundary.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { availableViews, type ChartView, hasUse } from '../metrics-rules.ts';
import type { useDays } from '../product-dashboards.api.ts';
import { useUsageText } from './usage-text.ts';

const UsageChart = lazyPart(() => import('./usage-chart.tsx').then((module) => module.UsageChart));
const UsageTable = lazyPart(() => import('./usage-table.tsx').then((module) => module.UsageTable));

interface UsageCardProps {
  query: ReturnType<typeof useDays>;
  hasSessions: boolean;
}

/** The reports of each day, as a chart of one series or as a table of all. */
export function UsageCard({ query, hasSessions }: UsageCardProps) {
  const { t } = useLingui();
  const { data } = query;
  const { views: names } = useUsageText();
  const [chosen, setChosen] = useState<ChartView>('checks');
  const [shown, setShown] = useState<'chart' | 'table'>('chart');
  const views = data ? availableViews(data.days, data.isShared, hasSessions) : [];
  const view = views.find((one) => one === chosen) ?? views[0] ?? 'devices';
  return (
    <section aria-label={t`Use by day`} className="min-w-0 p-4 sm:p-5">
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-3">
        {shown === 'chart' && views.length > 0 ? (
          <SegmentedControl
            label={t`What the chart shows`}
            value={view}
            onChange={setChosen}
            options={views.map((value) => ({ value, label: names[value] }))}
            className="max-w-full overflow-x-auto max-sm:w-full max-sm:[&>label]:flex-1 max-sm:[&>label]:justify-center max-sm:[&>label]:px-2"
          />
        ) : (
          <h2 className="text-lg font-semibold tracking-tight">
            <Trans>Use by day</Trans>
          </h2>
        )}
        <SegmentedControl
          label={t`How the days are shown`}
          value={shown}
          onChange={setShown}
          options={[
            { value: 'chart', label: <WithIcon icon={ChartColumn}>{t`By day`}</WithIcon> },
            { value: 'table', label: <WithIcon icon={Table2}>{t`Table`}</WithIcon> },
          ]}
        />
      </div>
      <div className="relative mt-4 h-[300px]">
        <Days query={query} view={view} shown={shown} hasSessions={views.includes('sessions')} />
      </div>
      {data && <Span from={data.from} to={data.to} />}
    </section>
  );
}

function WithIcon({ icon: Icon, children }: { icon: typeof Table2; children: string }) {
  return (
    <span className="flex items-center gap-2">
      <Icon aria-hidden="true" className="size-4" />
      {children}
    </span>
  );
}

interface DaysProps extends UsageCardProps {
  view: ChartView;
  shown: 'chart' | 'table';
}

function Days({ query: { data, error, isFetching, refetch }, view, shown, hasSessions }: DaysProps) {
  if (error && !data) {
    return (
      <ErrorState
        className="py-6"
        error={error}
        title={<Trans>The days could not be loaded</Trans>}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  if (!data) return <Skeleton className="h-full" />;
  if (!hasUse(data.days)) {
    return (
      <EmptyState
        icon={ChartColumn}
        title={<Trans>Nothing was reported on these days</Trans>}
        description={<Trans>What your products report when they activate and check will be shown here.</Trans>}
      />
    );
  }
  return (
    <PartBoundary onFailure={() => {}} fallback={<Skeleton className="h-full" />}>
      {shown === 'table' ? (
        <UsageTable days={data.days} hasSessions={hasSessions} isShown />
      ) : (
        <UsageChart days={data.days} view={view} hasSessions={hasSessions} />
      )}
    </PartBoundary>
  );
}

/** The counted days: whole UTC days, whatever the user's time zone (DASH-2). */
function Span({ from, to }: { from: string; to: string }) {
  const dayText = useDayText();
  const [first, last] = [dayText(from), dayText(to)];
  return (
    <p className="mt-3 text-sm text-muted">
      {from === to ? (
        <Trans>Counted: {first}. Days begin and end at midnight UTC.</Trans>
      ) : (
        <Trans>
          Counted: {first} to {last}. Days begin and end at midnight UTC.
        </Trans>
      )}
    </p>
  );
}
