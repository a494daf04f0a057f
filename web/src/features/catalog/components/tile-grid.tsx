import type { ReactNode } from 'react';
import { Card } from '../../../ui/card.tsx';
import { Skeleton, SkeletonText } from '../../../ui/skeleton.tsx';

/** Tiles beside each other: one on a phone, two, three on a wide screen. */
export function TileGrid({ children }: { children: ReactNode }) {
  return <ul className="grid grid-cols-1 gap-4 md:grid-cols-2 lg:grid-cols-3">{children}</ul>;
}

/** Tiles that are on their way, in the size that they will have. */
export function TileGridSkeleton() {
  return (
    <div aria-hidden="true" className="grid grid-cols-1 gap-4 md:grid-cols-2 lg:grid-cols-3">
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
