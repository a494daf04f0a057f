import { cn } from '../lib/cn.ts';

/** Above this number, one bar replaces the segments. */
const maxSegments = 24;

interface GaugeProps {
  /** What is counted, such as 'Seats in use'. */
  label: string;
  /** The value as a sentence, for screen readers: '6 of 8 seats'. */
  valueText: string;
  /** How many units are used. May exceed `total`. */
  value: number;
  /** How many units exist. */
  total: number;
  className?: string;
}

/** Used seats out of all: a segment for each, one bar above 24. A text with the figures must be beside it. */
export function Gauge({ label, valueText, value, total, className }: GaugeProps) {
  const isOver = value > total;
  const fill = isOver ? 'bg-bad-strong' : 'bg-accent';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a native meter cannot be drawn in parts
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(total, value)}
      aria-valuenow={value}
      aria-valuetext={valueText}
      className={cn('flex h-2', total > 12 ? 'gap-0.5' : 'gap-1', className)}
    >
      {total > 0 && total <= maxSegments ? (
        Array.from({ length: total }, (_, place) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a place is its number
            key={place}
            className={cn('min-w-0 flex-1 rounded-[3px]', place < value ? fill : 'border border-line bg-neutral-soft')}
          />
        ))
      ) : (
        <span className="flex-1 overflow-hidden rounded-full border border-line bg-neutral-soft">
          <span
            className={cn('block h-full rounded-full', fill)}
            style={{ width: `${total > 0 ? Math.min(100, (value / total) * 100) : value > 0 ? 100 : 0}%` }}
          />
        </span>
      )}
    </div>
  );
}
