import { type ReactNode, useId } from 'react';
import { cn } from '../lib/cn.ts';

interface SegmentedControlProps<Value extends string> {
  /** The label for screen readers. */
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: ReactNode; disabled?: boolean }[];
  className?: string;
}

/** One of a few options, all visible: `Monthly | Yearly`. The radio buttons are native. */
export function SegmentedControl<Value extends string>({
  label,
  value,
  onChange,
  options,
  className,
}: SegmentedControlProps<Value>) {
  const name = useId();
  return (
    <fieldset className={cn('inline-flex rounded-[10px] border border-line bg-neutral-soft p-0.5', className)}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative flex h-8 pointer-coarse:h-9 cursor-pointer items-center rounded-control px-3.5 font-medium text-muted transition-colors hover:text-ink has-checked:bg-surface has-checked:text-ink has-checked:shadow-sm has-disabled:cursor-not-allowed has-disabled:text-muted has-disabled:shadow-none has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-[inherit] appearance-none rounded-control outline-none"
          />
          <span className="relative">{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
