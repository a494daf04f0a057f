import { Card } from '../../../ui/card.tsx';
import { Skeleton, SkeletonText } from '../../../ui/skeleton.tsx';

/** The first step of a purchase while it is loading. */
export function PurchaseSkeleton() {
  return (
    <div aria-hidden="true">
      <Skeleton className="mb-6 h-7 w-72 max-w-full" />
      <Skeleton className="mb-7 h-[30px] w-full rounded-card" />
      <div className="grid grid-cols-1 items-start gap-4 min-[1200px]:grid-cols-[minmax(0,1fr)_376px]">
        <Card className="p-6">
          <Skeleton className="h-6 w-44" />
          <div className="mt-6 grid grid-cols-1 gap-3 sm:grid-cols-2">
            <Skeleton className="h-[112px] rounded-card" />
            <Skeleton className="h-[112px] rounded-card" />
          </div>
          <SkeletonText lines={3} className="mt-6" />
        </Card>
        <Card className="p-6 max-sm:hidden">
          <SkeletonText lines={6} />
        </Card>
      </div>
    </div>
  );
}
