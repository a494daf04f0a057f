import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { lazyPart } from '../../lib/lazy.tsx';
import { mirrorAgeQuery } from '../../lib/mirror-age.ts';
import { can } from '../../lib/permissions.ts';
import { PartBoundary } from '../../ui/part-boundary.tsx';

const MirrorAgeNotice = lazyPart(() => import('./mirror-age-notice.tsx').then((module) => module.MirrorAgeNotice));

/** Milliseconds between two polls. */
const askAgainAfter = 60_000;

/**
 * Shows on billing pages how old the figures are while the payment provider is unavailable (MIR-17). It overlays the
 * page and can be dismissed until the next outage.
 */
export function MirrorAge() {
  const { pathname } = useLocation();
  return showsMoney(pathname) && <Age />;
}

/** Whether a page shows money: billing, and a product's subscriptions and invoices. */
function showsMoney(path: string): boolean {
  return can('billing.view') && /^\/(billing|products\/[^/]+\/(subscription|plans\/in_[^/]+))(\/|$)/i.test(path);
}

function Age() {
  const { data } = useQuery({ ...mirrorAgeQuery, refetchInterval: askAgainAfter });
  const asOf = data?.asOf ?? null;
  return (
    <div role="status" className="pointer-events-none fixed inset-x-3 bottom-4 z-30 flex justify-center">
      <PartBoundary onFailure={() => {}}>{asOf !== null && <MirrorAgeNotice key={asOf} asOf={asOf} />}</PartBoundary>
    </div>
  );
}
