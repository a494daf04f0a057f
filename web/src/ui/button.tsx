import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { cn } from '../lib/cn.ts';
import { Spinner } from './spinner.tsx';

export const buttonClasses = cva(
  'relative inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-control font-medium transition-colors [&_svg]:size-4 [&_svg]:shrink-0 disabled:cursor-not-allowed aria-disabled:cursor-not-allowed',
  {
    variants: {
      variant: {
        primary:
          'bg-accent text-on-accent shadow-card hover:bg-accent-strong disabled:bg-neutral-soft disabled:text-muted aria-disabled:bg-accent',
        secondary:
          'border border-line-strong bg-surface text-ink shadow-card hover:bg-surface-hover disabled:bg-neutral-soft disabled:text-muted',
        quiet: 'text-ink hover:bg-neutral-soft disabled:text-muted',
        accent: 'bg-accent-soft text-accent-text hover:bg-accent-soft/70 disabled:bg-neutral-soft disabled:text-muted',
        /** A destructive button beside a primary one. */
        dangerSecondary:
          'border border-line-strong bg-surface text-bad shadow-card hover:bg-bad-soft disabled:bg-neutral-soft disabled:text-muted',
        danger: 'bg-bad-strong text-on-bad hover:bg-bad-strong/90 disabled:bg-neutral-soft disabled:text-muted',
      },
      size: {
        sm: 'h-8 px-3 text-sm pointer-coarse:h-9',
        md: 'h-9 px-4 text-base',
        lg: 'h-11 px-5 text-base pointer-coarse:h-[44px]',
      },
      block: { true: 'w-full' },
    },
    defaultVariants: { variant: 'secondary', size: 'md' },
  },
);

export type ButtonProps = ComponentProps<'button'> &
  VariantProps<typeof buttonClasses> & {
    /** Shows a spinner, keeps the focus and ignores presses. */
    pending?: boolean;
    /** Keeps the label beside the spinner, for a button that shows an amount. */
    keepsWords?: boolean;
    /** Ignores presses for now and keeps the focus, for a control that the user may have focused. */
    locked?: boolean;
  };

/** A view has at most one primary button. `type` is `button` by default. */
export function Button({
  variant,
  size,
  block,
  pending = false,
  keepsWords = false,
  locked = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={pending || locked || undefined}
      aria-busy={pending || undefined}
      className={cn(
        buttonClasses({ variant, size, block }),
        locked && 'bg-neutral-soft text-muted hover:bg-neutral-soft aria-disabled:bg-neutral-soft',
        className,
      )}
      onClick={(event) => {
        if (pending || locked) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {pending && keepsWords && <Spinner />}
      <span className={cn('inline-flex min-w-0 items-center gap-2', pending && !keepsWords && 'opacity-0')}>
        {children}
      </span>
      {pending && !keepsWords && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
    </button>
  );
}
