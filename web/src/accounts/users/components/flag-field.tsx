import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { Checkbox } from '../../../ui/checkbox.tsx';

interface FlagFieldProps<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  name: Path<Values>;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
}

/** A checkbox of a form with the server's error. */
export function FlagField<Values extends FieldValues>({ form, name, label, hint, disabled }: FlagFieldProps<Values>) {
  const errorId = useId();
  const error = form.getFieldState(name, form.formState).error?.message;
  // A field disabled by the form has no value, so the native attribute is used.
  const registered = form.register(name);
  return (
    <div className="grid max-w-72 gap-1.5">
      <Checkbox
        {...registered}
        label={label}
        hint={hint}
        disabled={disabled}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
      />
      {error && (
        <p id={errorId} className="flex items-start gap-1.5 text-xs text-bad">
          <CircleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}
