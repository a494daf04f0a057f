import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** Placeholders of the home page's products, in their final size. */
export function HomeSkeleton() {
  return (
    <div aria-hidden="true">
      <Skeleton className="mb-4 h-5 w-32" />
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2 lg:grid-cols-3">
        {['first', 'second', 'third'].map((tile) => (
          <Card key={tile} className="flex min-h-[226px] flex-col p-5 sm:px-6">
            <div className="flex items-center gap-3.5">
              <Skeleton className="size-11 rounded-[10px]" />
              <Skeleton className="h-5 w-36" />
            </div>
            <Skeleton className="mt-6 w-full" />
            <Skeleton className="mt-3 h-2 w-full" />
            <Skeleton className="mt-4 w-3/5" />
            <div className="mt-auto grid grid-cols-2 gap-2.5 pt-5">
              <Skeleton className="h-9 rounded-control" />
              <Skeleton className="h-9 rounded-control" />
            </div>
          </Card>
        ))}
      </div>
    </div>
  );
}
