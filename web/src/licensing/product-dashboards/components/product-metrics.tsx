import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { can } from '../../../lib/permissions.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ButtonLink } from '../../../ui/link.tsx';
import { type MetricsSearch, rangeIn } from '../metrics-rules.ts';
import { useDays, useMetrics, useProductInfo } from '../product-dashboards.api.ts';
import { CountersCard } from './counters-card.tsx';
import { Figures } from './figures.tsx';
import { UsageCard } from './usage-card.tsx';
import { VersionsCard } from './versions-card.tsx';

interface ProductMetricsProps {
  productId: string;
  search: MetricsSearch;
}

/** What the account's products reported in a range: figures, days and versions (DASH-1 to DASH-7). */
export function ProductMetrics({ productId, search }: ProductMetricsProps) {
  const [now] = useState(() => new Date());
  const range = rangeIn(search, now);
  const info = useProductInfo(productId);
  const metrics = useMetrics(productId, range);
  const days = useDays(productId, range);
  const hasSessions = info.data?.hasSessions ?? true;
  return (
    <div className="flex flex-col gap-4">
      {metrics.data?.isShared === false && <NothingShared />}
      <Card className="overflow-hidden">
        {metrics.error && !metrics.data ? (
          <ErrorState
            className="py-6"
            error={metrics.error}
            title={<Trans>The figures could not be loaded</Trans>}
            onRetry={() => void metrics.refetch()}
            isRetrying={metrics.isFetching}
          />
        ) : (
          <Figures answer={metrics.data} hasSessions={hasSessions} />
        )}
      </Card>
      <Card className="grid overflow-hidden lg:grid-cols-[minmax(0,1fr)_320px]">
        <UsageCard query={days} hasSessions={hasSessions} />
        <div className="min-w-0 border-line max-lg:border-t lg:border-l">
          <VersionsCard productId={productId} range={range} />
          <CountersCard productId={productId} range={range} />
        </div>
      </Card>
    </div>
  );
}

/** Shown if the account's policy shares no usage data. Names the missing figures, and links to the setting (DASH-7). */
function NothingShared() {
  return (
    <Alert
      tone="info"
      actions={
        can('accountSettings.view') && (
          <ButtonLink to="/Account/Settings" size="sm">
            <Trans>Usage data sharing</Trans>
          </ButtonLink>
        )
      }
    >
      <strong className="font-semibold">
        <Trans>Your account does not share usage data.</Trans>
      </strong>{' '}
      <Trans>
        Checks, counters and versions are not shown. Devices, activations, refusals and sessions are shown, because your
        licenses need them. The account’s settings say what is shared.
      </Trans>
    </Alert>
  );
}
