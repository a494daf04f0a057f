import { type ReactNode, useEffect } from 'react';
import { announceStart } from './early-presses.ts';

/** Announces the start of its page once React has put it into the document (WEB-20). */
export function StartedPage({ children }: { children: ReactNode }) {
  // In a task of its own: right after hydration, React renders again what only the browser knows.
  useEffect(() => void setTimeout(announceStart), []);
  return children;
}
