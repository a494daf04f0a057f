import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** Milliseconds before a navigation counts as slow. */
const patience = 150;

/** A thin bar at the top while a navigation takes its time. */
export function ProgressBar() {
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    if (!isLoading) {
      setIsShown(false);
      return;
    }
    const timer = setTimeout(() => setIsShown(true), patience);
    return () => clearTimeout(timer);
  }, [isLoading]);
  if (!isShown) return null;
  return <div aria-hidden="true" className="progress-bar fixed inset-x-0 top-0 z-[60] h-0.5 bg-accent" />;
}
