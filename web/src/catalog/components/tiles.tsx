import type { Application } from '@portico/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ProductLogo } from '../../ui/product-logo.tsx';
import { Skeleton, SkeletonText } from '../../ui/skeleton.tsx';

const gridClasses = 'grid grid-cols-1 gap-4 md:grid-cols-2 lg:grid-cols-3';

interface TileListProps {
  products: UseQueryResult<{ items: Application[] }>;
  errorTitle: ReactNode;
  /** Shown if the list is empty. */
  empty: ReactNode;
  renderTile: (product: Application) => ReactNode;
}

/** Products as tiles, one to three per row depending on width; loading, failed, empty, or loaded. */
export function TileList({ products, errorTitle, empty, renderTile }: TileListProps) {
  const { data, error, isPending, isFetching, refetch } = products;
  if (isPending) return <TileGridSkeleton />;
  if (error && !data) {
    return (
      <Card>
        <ErrorState error={error} title={errorTitle} onRetry={() => void refetch()} isRetrying={isFetching} />
      </Card>
    );
  }
  if (data.items.length === 0) return <Card>{empty}</Card>;
  return <ul className={gridClasses}>{data.items.map(renderTile)}</ul>;
}

interface TileProps {
  product: Application;
  tag: ReactNode;
  /** The actions at the foot of the tile. */
  children: ReactNode;
}

/** A product's logo, name, description, and actions. */
export function Tile({ product: { displayName, description, logo64, isDisabled }, tag, children }: TileProps) {
  return (
    <Card className="flex min-h-[188px] w-full min-w-0 flex-col p-5">
      <div className="flex items-center gap-3.5">
        <ProductLogo name={displayName} logo64={logo64} isMuted={isDisabled} />
        <div className="flex min-w-0 flex-1 flex-col items-start gap-1">
          <h2 className="min-w-0 text-lg font-semibold tracking-tight wrap-anywhere">{displayName}</h2>
          {tag}
        </div>
      </div>
      <p className="mt-3.5 line-clamp-3 text-muted">{description}</p>
      {children}
    </Card>
  );
}

/** Placeholders of tiles, in their final size. */
function TileGridSkeleton() {
  return (
    <div aria-hidden="true" className={gridClasses}>
      {['first', 'second', 'third'].map((tile) => (
        <Card key={tile} className="flex min-h-[188px] flex-col p-5">
          <div className="flex items-center gap-3.5">
            <Skeleton className="size-11 rounded-[10px]" />
            <Skeleton className="h-5 w-36" />
          </div>
          <SkeletonText lines={2} className="mt-4" />
          <div className="mt-auto flex gap-2 pt-5">
            <Skeleton className="h-9 w-28 rounded-control" />
            <Skeleton className="h-9 w-28 rounded-control" />
          </div>
        </Card>
      ))}
    </div>
  );
}
