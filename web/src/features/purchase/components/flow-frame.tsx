import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { cn } from '../../../lib/cn.ts';
import { useFlow } from './flow-context.ts';

export interface FlowFrameProps {
  title: ReactNode;
  stepper: ReactNode;
  children: ReactNode;
  /** Beside the content on wide screens, below it on narrow ones. */
  aside: ReactNode;
  footer: ReactNode;
  /** Money is moving: it cannot be left now. */
  isBusy: boolean;
  onClose: () => void;
  /** Asks before what was chosen is lost. */
  leaving: { isAsked: boolean; onStay: () => void; onLeave: () => void };
}

/** The step, and beside it what it costs. */
export function FlowColumns({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  const { t } = useLingui();
  // One height for all steps, so that the buttons stay about where they are.
  const hasSteps = !useFlow().isDirect;
  return (
    <div
      className={cn(
        'grid grid-cols-1 gap-6',
        aside && hasSteps && 'sm:min-h-[420px]',
        aside && 'md:grid-cols-[minmax(0,1fr)_300px]',
      )}
    >
      <div className="min-w-0">{children}</div>
      {aside && <section aria-label={t`Total`}>{aside}</section>}
    </div>
  );
}
