import { type ReactNode, Suspense, useState } from 'react';
import { lazyPartWith } from '../../lib/catalogs.ts';
import { preloaded } from '../../lib/preloaded.ts';
import { PartBoundary } from '../../ui/part-boundary.tsx';

const ActingBanner = lazyPartWith(['operator'], () =>
  import('./acting-banner.tsx').then((module) => module.ActingBanner),
);

/**
 * Shows an operator on every page that they act as a customer's user (UI-10). Until the banner has loaded, it shows
 * the server's text only.
 */
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
