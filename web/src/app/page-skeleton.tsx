import { Card } from '../ui/card.tsx';
import { Skeleton, SkeletonText } from '../ui/skeleton.tsx';

/** Stands in for a page whose code is on its way. */
export function PageSkeleton() {
  return (
    <div aria-hidden="true">
      <Skeleton className="mb-7 h-7 w-48" />
      <Card className="p-5">
        <Skeleton className="mb-5 h-5 w-40" />
        <SkeletonText lines={5} />
      </Card>
    </div>
  );
}
