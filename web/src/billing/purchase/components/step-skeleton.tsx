import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** A step while its code is loading. */
export function StepSkeleton() {
  return (
    <Card aria-hidden="true" className="p-6 max-sm:p-4">
      <Skeleton className="h-6 w-44" />
      <Skeleton className="mt-2 mb-6 h-4 w-72 max-w-full" />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {['name', 'country', 'line1', 'line2', 'city', 'postal code'].map((field) => (
          <div key={field}>
            <Skeleton className="mb-2 h-4 w-24" />
            <Skeleton className="h-9 w-full rounded-control" />
          </div>
        ))}
      </div>
    </Card>
  );
}
