import type { ComponentProps, ReactNode } from 'react';
import { cn } from '../lib/cn.ts';

/** A surface with 12 px corners and a 1 px line. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cn('rounded-card border border-line bg-surface shadow-card', className)} />;
}

interface CardHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  /** A link or button at the end of the line. */
  action?: ReactNode;
  className?: string;
}

export function CardHeader({ title, description, action, className }: CardHeaderProps) {
  return (
    <div className={cn('flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-4', className)}>
      <div className="min-w-0">
        <h2 className="text-lg font-semibold tracking-tight">{title}</h2>
        {description && <p className="mt-0.5 text-muted">{description}</p>}
      </div>
      {action}
    </div>
  );
}
