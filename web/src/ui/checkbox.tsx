import { Check } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '../lib/cn.ts';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; hint?: ReactNode };

/** A native checkbox with its label. It works in any form, with or without JavaScript. */
export function Checkbox({ label, hint, className, ...rest }: CheckboxProps) {
  return (
    <label
      className={cn('group inline-flex cursor-pointer items-start gap-2.5 has-disabled:cursor-not-allowed', className)}
    >
      <span className="relative mt-0.5 grid size-4 shrink-0 place-items-center">
        <input
          {...rest}
          type="checkbox"
          className="peer absolute inset-0 cursor-[inherit] appearance-none rounded border border-muted bg-surface transition-colors checked:border-accent checked:bg-accent disabled:border-line-strong disabled:bg-neutral-soft aria-invalid:border-bad"
        />
        <Check
          aria-hidden="true"
          strokeWidth={3}
          className="pointer-events-none relative size-3 text-on-accent opacity-0 peer-checked:opacity-100 peer-disabled:text-muted"
        />
      </span>
      <span className="min-w-0">
        <span className="group-has-disabled:text-muted">{label}</span>
        {hint && <span className="block text-xs text-muted">{hint}</span>}
      </span>
    </label>
  );
}
