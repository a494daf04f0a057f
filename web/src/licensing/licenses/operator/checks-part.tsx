import { useState } from 'react';
import { lazyPart } from '../../../lib/lazy.tsx';
import { PartBoundary } from '../../../ui/part-boundary.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

const ChecksCard = lazyPart(() => import('./checks-card.tsx').then((module) => module.ChecksCard));

/** The card of comparisons, loaded after the list above it. If it fails to load, a toast reports it. */
export function ChecksPart() {
  const [hasFailed, setHasFailed] = useState(false);
  if (hasFailed) return null;
  return (
    <PartBoundary fallback={<Skeleton className="h-64" />} onFailure={() => setHasFailed(true)}>
      <ChecksCard />
    </PartBoundary>
  );
}
