import { Card } from '../ui/card.tsx';
import { Skeleton, SkeletonText } from '../ui/skeleton.tsx';

/** Shown while a page's code is loading. */
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
