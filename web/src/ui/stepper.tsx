import { Trans } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';

export interface Step {
  id: string;
  title: ReactNode;
  description?: ReactNode;
}

/** The steps of a flow. Steps before `current` are done; below 768 px only the current step shows its label. */
export function Stepper({ steps, current, label }: { steps: readonly Step[]; current: string; label: string }) {
  const position = steps.findIndex((step) => step.id === current);
  return (
    <ol aria-label={label} className="flex w-full items-center gap-3">
      {steps.map((step, index) => {
        const isDone = index < position;
        const isCurrent = index === position;
        return (
          <li
            key={step.id}
            aria-current={isCurrent ? 'step' : undefined}
            className={cn(
              'flex min-w-0 items-center gap-3',
              index < steps.length - 1 && 'flex-1',
              isCurrent && 'max-md:flex-auto max-md:shrink-0',
            )}
          >
            <span
              aria-hidden="true"
              className={cn(
                'grid size-[30px] shrink-0 place-items-center rounded-full border-2 text-sm font-semibold tabular-nums',
                isDone && 'border-accent bg-accent text-on-accent',
                isCurrent && 'border-accent bg-surface text-accent-text',
                !isDone && !isCurrent && 'border-line-strong text-muted',
              )}
            >
              {isDone ? <Check strokeWidth={3} className="size-4" /> : index + 1}
            </span>
            <span className={cn('min-w-0', !isCurrent && 'max-md:sr-only')}>
              <span className={cn('block truncate font-medium', !isCurrent && !isDone && 'text-muted')}>
                {step.title}
              </span>
              {step.description && <span className="block truncate text-xs text-muted">{step.description}</span>}
              {isDone && (
                <span className="sr-only">
                  <Trans>Done</Trans>
                </span>
              )}
            </span>
            {index < steps.length - 1 && (
              <span aria-hidden="true" className={cn('h-px min-w-3 flex-1', isDone ? 'bg-accent' : 'bg-line-strong')} />
            )}
          </li>
        );
      })}
    </ol>
  );
}
