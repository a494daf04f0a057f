import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';

export type AlertTone = 'bad' | 'warning' | 'ok' | 'info';

const looks = {
  bad: { icon: CircleAlert, classes: 'bg-bad-soft text-bad' },
  warning: { icon: TriangleAlert, classes: 'bg-warning-soft text-warning' },
  ok: { icon: CircleCheck, classes: 'bg-ok-soft text-ok' },
  info: { icon: Info, classes: 'bg-accent-soft text-accent-text' },
} as const;

interface AlertProps {
  tone: AlertTone;
  children: ReactNode;
  /** Buttons or links at the end. */
  actions?: ReactNode;
  className?: string;
}

/** A message that stays in the page. An error interrupts a screen reader; other tones do not. */
export function Alert({ tone, children, actions, className }: AlertProps) {
  const { icon: Icon, classes } = looks[tone];
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={cn('flex items-start gap-3 rounded-control px-3.5 py-3', classes, className)}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {/* If the text beside them would be too narrow, the buttons move below it. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-3 gap-y-2">
        <div className={cn('min-w-0 flex-1 whitespace-pre-line', actions && 'basis-52')}>{children}</div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
    </div>
  );
}
