import type { ReactNode } from 'react';

/** The heading of a step. */
export function StepHeading({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div>
      <h2 data-step-heading tabIndex={-1} className="text-lg font-semibold tracking-tight outline-none">
        {title}
      </h2>
      {children && <p className="mt-0.5 text-muted">{children}</p>}
    </div>
  );
}
