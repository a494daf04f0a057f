import { cn } from '../lib/cn.ts';

interface ProgressMeterProps {
  /** What is in progress. */
  label: string;
  value: number;
  /** The value of `value` when all is done; 100 for percent. */
  max?: number;
  className?: string;
}

/** Progress as a bar. A text with the figures must be beside it. */
export function ProgressMeter({ label, value, max = 100, className }: ProgressMeterProps) {
  const share = max === 0 ? 0 : (value / max) * 100;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      className={cn('h-1.5 overflow-hidden rounded-full bg-neutral-soft', className)}
    >
      <div
        className="h-full rounded-full bg-accent transition-[width] duration-300 motion-reduce:transition-none"
        style={{ width: `${share}%` }}
      />
    </div>
  );
}
