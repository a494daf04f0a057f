import type { ReactNode } from 'react';

/** The buttons of a step, the primary one last. */
export function FlowButtons({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap justify-end gap-2 max-xs:*:flex-1">{children}</div>;
}
