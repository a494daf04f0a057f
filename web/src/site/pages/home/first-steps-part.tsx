import type { FirstStep } from '@portico/contract';
import { useEffect, useState } from 'react';
import { lazyPartWith } from '../../../lib/catalogs.ts';
import { preloaded } from '../../../lib/preloaded.ts';
import { PartBoundary } from '../../../ui/part-boundary.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

const FirstSteps = lazyPartWith(['first-steps'], () =>
  import('../../../onboarding/first-steps/components/first-steps.tsx').then((module) => module.FirstSteps),
);

/** What a new account does first; other accounts do not load it. */
export function FirstStepsPart({ steps }: { steps: readonly FirstStep[] }) {
  const [hasFailed, setHasFailed] = useState(false);
  if (steps.length === 0 || hasFailed) return null;
  return (
    <PartBoundary fallback={<Skeleton className="mb-8 h-72 rounded-card" />} onFailure={() => setHasFailed(true)}>
      <FirstSteps steps={steps} />
    </PartBoundary>
  );
}

/** Loads it while the page's data is on its way. */
export function usePreloadedFirstSteps(): void {
  useEffect(() => {
    // What fails is told where the part is rendered.
    if (preloaded().hasFirstSteps) FirstSteps.preload().catch(() => {});
  }, []);
}
