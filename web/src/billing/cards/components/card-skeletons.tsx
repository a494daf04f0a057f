import { Skeleton } from '../../../ui/skeleton.tsx';

/** The card form's placeholder while its code or the payment provider's script is loading. */
export function CardFormSkeleton() {
  const field = (
    <div className="flex flex-col gap-1.5">
      <Skeleton className="my-0.5 h-4 w-24" />
      <Skeleton className="h-9 w-full rounded-control" />
    </div>
  );
  return (
    <div aria-hidden="true" className="flex flex-col gap-4">
      {field}
      <div className="grid grid-cols-2 gap-4">
        {field}
        {field}
      </div>
    </div>
  );
}

/** The picker's placeholder while its code or the saved cards are loading. */
export function PickerSkeleton() {
  return (
    <div aria-hidden="true" className="flex flex-col gap-2">
      <Skeleton className="h-[62px] w-full rounded-card" />
      <Skeleton className="h-[62px] w-full rounded-card" />
    </div>
  );
}
