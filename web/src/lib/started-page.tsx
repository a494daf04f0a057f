import { type ReactNode, useEffect } from 'react';
import { announceStart } from './early-presses.ts';

/** Announces the start of the page once React has mounted it (WEB-20). */
export function StartedPage({ children }: { children: ReactNode }) {
  // In a separate task, because right after hydration React rerenders the parts that depend on the browser.
  useEffect(() => void setTimeout(announceStart), []);
  return children;
}
