import { type ReactNode, Suspense, useState } from 'react';
import { lazyPartWith } from '../../lib/catalogs.ts';
import { preloaded } from '../../lib/preloaded.ts';
import { PartBoundary } from '../../ui/part-boundary.tsx';

/** Only operators need it: nobody else loads its words. */
const ActingBanner = lazyPartWith(['operator'], () =>
  import('./acting-banner.tsx').then((module) => module.ActingBanner),
);

/** Tells an operator who is signed in as a customer so, on every page (UI-10). Until the rest is there, the server's words stand alone. */
export function ActingAsBanner() {
  const { actingAs } = preloaded();
  const [isMissing, setIsMissing] = useState(false);
  if (!actingAs) return null;
  const plain = <PlainBanner>{actingAs.text}</PlainBanner>;
  if (isMissing) return plain;
  return (
    <PartBoundary onFailure={() => setIsMissing(true)}>
      <Suspense fallback={plain}>
        <ActingBanner {...actingAs} />
      </Suspense>
    </PartBoundary>
  );
}

function PlainBanner({ children }: { children: ReactNode }) {
  return <p className="shell-banner flex items-center px-4 font-medium text-surface sm:px-6">{children}</p>;
}
