import { Skeleton } from '../../../ui/skeleton.tsx';

/** The shape of the selector while its code or the saved cards are on their way. */
export function PickerSkeleton() {
  return (
    <div aria-hidden="true" className="flex flex-col gap-1.5">
      <Skeleton className="my-0.5 h-4 w-24" />
      <Skeleton className="h-11 w-full rounded-control" />
    </div>
  );
}
