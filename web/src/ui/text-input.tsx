import type { ComponentProps, ReactNode } from 'react';
import { cn } from '../lib/cn.ts';

export const controlClasses =
  'h-9 w-full min-w-0 rounded-control border border-line-strong bg-surface px-3 text-(length:--field-font-size) text-ink shadow-card transition-colors placeholder:text-muted hover:border-muted focus-visible:border-accent focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:bg-neutral-soft disabled:text-muted [&[readonly]]:bg-neutral-soft [&[readonly]]:text-muted aria-invalid:border-bad';

type TextInputProps = ComponentProps<'input'> & {
  /** An icon at the beginning of the field. */
  icon?: ReactNode;
};

export function TextInput({ className, icon, type = 'text', ...rest }: TextInputProps) {
  const input = <input {...rest} type={type} className={cn(controlClasses, icon ? 'pl-9' : undefined, className)} />;
  if (!icon) return input;
  return (
    <span className="relative block">
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-3 grid place-items-center text-muted [&_svg]:size-4"
      >
        {icon}
      </span>
      {input}
    </span>
  );
}
