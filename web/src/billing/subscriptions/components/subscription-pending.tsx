import { Trans } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

interface SubscriptionPendingProps {
  title: string;
  query: Pick<UseQueryResult, 'error' | 'refetch' | 'isFetching'>;
}

/** A subscription that is loading, or could not be loaded. */
export function SubscriptionPending({ title, query: { error, refetch, isFetching } }: SubscriptionPendingProps) {
  return (
    <>
      <PageHeader title={title} />
      {error ? (
        <Card>
          <ErrorState
            error={error}
            title={<Trans>The subscription could not be loaded</Trans>}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        </Card>
      ) : (
        <SubscriptionSkeleton />
      )}
    </>
  );
}

function SubscriptionSkeleton() {
  return (
    <div aria-hidden="true" className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_376px]">
      <Card className="grid grid-cols-1 divide-y divide-line md:grid-cols-3 md:divide-x md:divide-y-0 lg:col-span-2">
        {['payment', 'seats', 'later'].map((fact) => (
          <div key={fact} className="h-[139px] px-4 py-5 sm:px-6">
            <Skeleton className="w-20" />
            <Skeleton className="mt-2.5 h-7 w-32" />
            <Skeleton className="mt-3 w-44" />
          </div>
        ))}
      </Card>
      <Card className="h-[104px] max-lg:hidden lg:col-span-2" />
      <Card>
        <div className="px-4 py-4 sm:px-6">
          <Skeleton className="h-6 w-36" />
        </div>
        {['plan', 'quantity', 'addons', 'period', 'card'].map((row) => (
          <div key={row} className="flex h-[62px] items-center gap-12 border-t border-line px-4 sm:px-6">
            <Skeleton className="w-20" />
            <Skeleton className="w-36" />
          </div>
        ))}
      </Card>
      <Card className="h-[320px] p-6 max-lg:order-first">
        <Skeleton className="h-6 w-32" />
      </Card>
    </div>
  );
}
