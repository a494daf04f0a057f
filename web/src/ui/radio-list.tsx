import { type ReactNode, useId } from 'react';
import { cn } from '../lib/cn.ts';

interface RadioListProps<Value extends string> {
  /** The label for screen readers. */
  label: string;
  value: Value | null;
  onChange: (value: Value) => void;
  options: readonly {
    value: Value;
    label: ReactNode;
    description?: ReactNode;
    /** Shown at the end of the line, such as a price. */
    end?: ReactNode;
    disabled?: boolean;
  }[];
  disabled?: boolean;
  className?: string;
}

/** One of a few options, each on its own line with room for a price. The radio buttons are native. */
export function RadioList<Value extends string>({
  label,
  value,
  onChange,
  options,
  disabled = false,
  className,
}: RadioListProps<Value>) {
  const name = useId();
  return (
    <fieldset disabled={disabled} className={cn('min-w-0', className)}>
      <legend className="sr-only">{label}</legend>
      <div className="divide-y divide-line overflow-hidden rounded-control border border-line-strong">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex cursor-pointer items-start gap-3 px-3.5 py-2.5 transition-colors hover:bg-surface-hover has-checked:bg-accent-soft has-disabled:cursor-not-allowed has-disabled:bg-neutral-soft has-disabled:text-muted has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
              className="mt-0.5 size-4 shrink-0 cursor-[inherit] appearance-none rounded-full border border-muted bg-surface outline-none checked:border-[5px] checked:border-accent disabled:border-line-strong disabled:checked:border-muted"
            />
            <span className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-4 gap-y-0.5">
              <span className="min-w-0 wrap-anywhere">
                <span className="block font-medium">{option.label}</span>
                {option.description && <span className="block text-sm text-muted">{option.description}</span>}
              </span>
              {option.end && <span className="tabular-nums">{option.end}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
