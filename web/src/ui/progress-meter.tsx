import { cn } from '../lib/cn.ts';

interface ProgressMeterProps {
  /** Says what is under way. */
  label: string;
  value: number;
  /** What `value` is when all is done; 100 for percent. */
  max?: number;
  className?: string;
}

/** How far something has come, as a bar. Words and figures stand beside it. */
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
