import type { ReactNode } from 'react';

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
  return (
    <div className="grid grid-cols-1 gap-6 sm:min-h-96 md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">{children}</div>
      {aside && <aside className="md:w-72">{aside}</aside>}
    </div>
  );
}
