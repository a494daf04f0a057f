import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Filter } from 'lucide-react';
import { useFormat } from '../../../lib/format.ts';
import { lazyPart } from '../../../lib/lazy.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PartBoundary } from '../../../ui/part-boundary.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { type FunnelSearch, type FunnelSteps, useFunnel } from './funnel.ts';

const FunnelChart = lazyPart(() => import('./funnel-chart.tsx').then((module) => module.FunnelChart));

/** How far visitors got in the sign-up, step by step (SIGN-25). */
export function FunnelCard({ search }: { search: FunnelSearch }) {
  const { data, error, isFetching, refetch } = useFunnel(search);
  const placeholder = <Skeleton className="h-[520px] sm:h-[380px]" />;
  return (
    <Card>
      <CardHeader title={<Trans>Steps</Trans>} description={data && <Outcome sums={data.sums} />} />
      <div className="px-5 pb-5">
        {error && !data ? (
          <ErrorState
            className="py-6"
            error={error}
            title={<Trans>The sign-ups could not be loaded</Trans>}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        ) : !data ? (
          placeholder
        ) : data.sums.email === 0 ? (
          <EmptyState
            icon={Filter}
            title={<Trans>Nobody began to sign up</Trans>}
            description={<Trans>How far visitors of the sign-up come is shown here, day by day.</Trans>}
          />
        ) : (
          <PartBoundary onFailure={() => {}} fallback={placeholder}>
            <FunnelChart sums={data.sums} />
          </PartBoundary>
        )}
      </div>
    </Card>
  );
}

function Outcome({ sums }: { sums: FunnelSteps }) {
  const { t } = useLingui();
  const { number } = useFormat();
  const { email: began } = sums;
  const people = t`${plural(began, { one: '# person began', other: '# people began' })}`;
  const registered = number(sums.registered);
  return (
    <Trans>
      {people}, {registered} registered. Whoever skips a step counts as past it.
    </Trans>
  );
}
