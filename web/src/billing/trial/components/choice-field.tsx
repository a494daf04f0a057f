import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';

interface ChoiceFieldProps {
  label: string;
  options: readonly { value: string; label: string }[];
  field: UseFormRegisterReturn;
  error: string | undefined;
}

/** A question with a few visible answers as large radio buttons. */
export function ChoiceField({ label, options, field, error }: ChoiceFieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div
      role="radiogroup"
      aria-labelledby={id}
      aria-describedby={error ? errorId : undefined}
      aria-required="true"
      aria-invalid={error ? true : undefined}
      className="flex min-w-0 flex-col gap-1.5"
    >
      <span id={id} className="font-medium">
        {label}
        <span aria-hidden="true" className="text-bad">
          {'\u00A0*'}
        </span>
      </span>
      <div className="grid grid-cols-2 gap-2.5 sm:max-w-72">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-control border border-line-strong bg-surface px-3.5 shadow-card transition-colors hover:bg-surface-hover has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input {...field} type="radio" value={option.value} className="size-4 accent-accent outline-none" />
            {option.label}
          </label>
        ))}
      </div>
      {error && (
        <p id={errorId} className="flex items-start gap-1.5 text-xs text-bad">
          <CircleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}
