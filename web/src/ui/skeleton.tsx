import { cn } from '../lib/cn.ts';

/** A placeholder bar for loading content. Give it the width and height of the final text. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      data-skeleton=""
      className={cn('block h-4 animate-pulse rounded-md bg-neutral-soft', className)}
    />
  );
}

/** Placeholder lines of text. */
export function SkeletonText({ lines = 3, className }: { lines?: number; className?: string }) {
  return (
    <div className={cn('flex flex-col gap-2', className)}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike and never reordered
        <Skeleton key={line} className={line === lines - 1 ? 'w-3/5' : 'w-full'} />
      ))}
    </div>
  );
}
