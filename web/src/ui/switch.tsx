import type { ComponentProps, ReactNode } from 'react';
import { useId } from 'react';
import { cn } from '../lib/cn.ts';

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role'> & {
  label: ReactNode;
  hint?: ReactNode;
  /** Shown under the hint. */
  error?: string | undefined;
};

/** A native checkbox that screen readers announce as a switch, with its label. */
export function Switch({ label, hint, error, className, ...rest }: SwitchProps) {
  const id = useId();
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`];
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ') || undefined;
  return (
    <div className={cn('flex items-start gap-3', className)}>
      <span className="touch-area relative mt-px h-5 w-9 shrink-0">
        <input
          {...rest}
          id={id}
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says itself whether it is checked
          role="switch"
          aria-describedby={describedBy}
          aria-invalid={error ? true : undefined}
          className="peer absolute inset-0 cursor-pointer appearance-none rounded-full border border-line-strong bg-neutral-soft transition-colors checked:border-accent checked:bg-accent disabled:cursor-not-allowed aria-invalid:border-bad"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-0.5 left-0.5 size-4 rounded-full bg-muted transition-transform peer-checked:translate-x-4 peer-checked:bg-on-accent"
        />
      </span>
      <div className="min-w-0">
        <label htmlFor={id} className="cursor-pointer font-medium">
          {label}
        </label>
        {hint && (
          <div id={hintId} className="text-xs text-muted">
            {hint}
          </div>
        )}
        {error && (
          <p id={errorId} className="mt-1 text-xs text-bad">
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
