import type { ComponentProps, ReactNode } from 'react';
import { cn } from '../lib/cn.ts';

export const iconButtonClasses =
  'inline-grid size-9 shrink-0 place-items-center rounded-control text-ink transition-colors hover:bg-neutral-soft disabled:cursor-not-allowed disabled:text-muted aria-disabled:cursor-not-allowed aria-disabled:text-muted aria-expanded:bg-neutral-soft [&_svg]:size-[18px]';

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & {
  /** sm for rows of a table. */
  size?: 'sm' | 'md';
  /** What the button does; also its tooltip. */
  label: string;
  children: ReactNode;
};

export function IconButton({ label, size = 'md', className, children, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      className={cn(iconButtonClasses, size === 'sm' && 'size-8 pointer-coarse:size-9', className)}
    >
      {children}
    </button>
  );
}
