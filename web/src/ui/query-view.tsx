import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { ErrorState, NotFoundState } from './error-state.tsx';
import { Skeleton } from './skeleton.tsx';

interface QueryViewProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'isEnabled' | 'refetch'>;
  /** Says that there is no such thing; shown also where the address holds no id. */
  missing: ReactNode;
  /** Height of what is loading. */
  skeletonClassName?: string;
  children: (data: Data) => ReactNode;
}

/** One thing's page body with its other faces: loading, not found, failed. */
export function QueryView<Data>({ query, missing, skeletonClassName = 'h-64', children }: QueryViewProps<Data>) {
  const { data, error, isFetching, isEnabled, refetch } = query;
  if (data !== undefined) return children(data);
  if (!isEnabled)
    return (
      <Card>
        <NotFoundState title={missing} />
      </Card>
    );
  if (!error) return <LoadingCard skeletonClassName={skeletonClassName} />;
  return (
    <Card>
      <ErrorState error={error} missing={missing} onRetry={() => void refetch()} isRetrying={isFetching} />
    </Card>
  );
}

/** Stands in the place of a card whose data or code is on its way. */
export function LoadingCard({ skeletonClassName = 'h-64' }: { skeletonClassName?: string }) {
  return (
    <Card>
      <div className="p-6">
        <Skeleton className={skeletonClassName} />
      </div>
    </Card>
  );
}
