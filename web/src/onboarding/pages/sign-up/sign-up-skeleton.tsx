import { Skeleton } from '../../../ui/skeleton.tsx';

/** A later step while it is on its way. */
export function SignUpSkeleton() {
  return (
    <div aria-hidden="true" className="mx-auto w-full max-w-[1120px]">
      <Skeleton className="h-1 w-full" />
      <Skeleton className="mt-12 h-8 w-64 max-w-full" />
      <Skeleton className="mt-3 h-5 w-80 max-w-full" />
      <div className="mt-8 grid grid-cols-1 gap-4 md:grid-cols-3">
        {['one', 'two', 'three'].map((card) => (
          <Skeleton key={card} className="h-72 rounded-card" />
        ))}
      </div>
    </div>
  );
}
