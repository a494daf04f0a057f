import { Inbox } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { cn } from '../lib/cn.ts';

interface EmptyStateProps {
  /** What is missing, in one sentence. */
  title: ReactNode;
  /** What the missing thing would be used for, or why the list is empty. */
  description?: ReactNode;
  /** The next step: a button or link. */
  action?: ReactNode;
  icon?: ComponentType<{ className?: string; 'aria-hidden'?: boolean | 'true' | 'false' }>;
  className?: string;
}

/** A view without data: a sentence and the next step. */
export function EmptyState({ title, description, action, icon: Icon = Inbox, className }: EmptyStateProps) {
  return (
    <div className={cn('flex flex-col items-center gap-3 px-6 py-12 text-center', className)}>
      <span className="grid size-11 place-items-center rounded-full bg-neutral-soft text-muted">
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <div className="max-w-md">
        <p className="font-medium">{title}</p>
        {description && <p className="mt-1 text-muted">{description}</p>}
      </div>
      {action}
    </div>
  );
}
