import { Card } from '../../ui/card.tsx';
import { Skeleton, SkeletonText } from '../../ui/skeleton.tsx';

/** Placeholders of plans, in their final size. */
export function PlansSkeleton() {
  return (
    <div aria-hidden="true">
      <Skeleton className="mb-5 h-9 w-44 rounded-[10px]" />
      <div className="grid grid-cols-1 gap-4 md:grid-cols-3">
        {['first', 'second', 'third'].map((card) => (
          <Card key={card} className="flex min-h-[420px] flex-col p-6">
            <Skeleton className="h-6 w-32" />
            <Skeleton className="mt-2 h-4 w-44 max-w-full" />
            <Skeleton className="mt-6 h-8 w-28" />
            <Skeleton className="mt-2 h-4 w-36 max-w-full" />
            <Skeleton className="mt-8 h-9 w-full rounded-control" />
            <SkeletonText lines={4} className="mt-8 gap-3.5" />
          </Card>
        ))}
      </div>
    </div>
  );
}
