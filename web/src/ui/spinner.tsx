import { cn } from '../lib/cn.ts';

/** Turning ring in the text's color. Decorative: say what is under way beside it or on the control that holds it. */
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
