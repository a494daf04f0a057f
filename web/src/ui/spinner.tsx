import { cn } from '../lib/cn.ts';

/** A spinner in the text's color. It is decorative: a text beside it or on its control must say what is in progress. */
export function Spinner({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'inline-block size-4 shrink-0 animate-spin rounded-full border-2 border-current border-r-transparent',
        className,
      )}
    />
  );
}
