import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { ErrorState, NotFoundState } from './error-state.tsx';
import { Skeleton } from './skeleton.tsx';

interface QueryViewProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'isEnabled' | 'refetch'>;
  /** Shown if the object does not exist, or if the address has no valid id. */
  missing: ReactNode;
  /** The height of the skeleton. */
  skeletonClassName?: string;
  children: (data: Data) => ReactNode;
}

/** A page's content in its states: loading, not found, failed, loaded. */
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

/** A placeholder for a card whose data or code is loading. */
export function LoadingCard({ skeletonClassName = 'h-64' }: { skeletonClassName?: string }) {
  return (
    <Card>
      <div className="p-6">
        <Skeleton className={skeletonClassName} />
      </div>
    </Card>
  );
}
