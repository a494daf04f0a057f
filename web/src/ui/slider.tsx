import { Slider as Base } from '@base-ui/react/slider';
import { cn } from '../lib/cn.ts';

interface SliderProps {
  /** What is chosen. */
  label: string;
  /** The value as text for screen readers: '8 seats'. */
  valueText: (value: number) => string;
  value: number;
  onChange: (value: number) => void;
  min: number;
  max: number;
  className?: string;
}

/** A whole number on a line; arrows, Page keys, Home and End work too. */
export function Slider({ label, valueText, value, onChange, min, max, className }: SliderProps) {
  return (
    <Base.Root
      value={value}
      onValueChange={onChange}
      min={min}
      max={max}
      disabled={max <= min}
      thumbAlignment="edge"
      className={cn('min-w-0', className)}
    >
      <Base.Control className="flex h-9 touch-none select-none items-center">
        <Base.Track className="h-1.5 w-full rounded-full bg-line-strong">
          <Base.Indicator className="rounded-full bg-accent" />
          <Base.Thumb
            getAriaLabel={() => label}
            getAriaValueText={(_formatted, shown) => valueText(shown)}
            className="size-5 rounded-full border-2 border-accent bg-surface shadow-popup has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2"
          />
        </Base.Track>
      </Base.Control>
    </Base.Root>
  );
}
