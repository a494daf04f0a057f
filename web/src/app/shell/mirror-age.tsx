import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { CloudOff, X } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { mirrorAgeQuery } from '../../lib/mirror-age.ts';
import { can } from '../../lib/permissions.ts';
import { IconButton } from '../../ui/icon-button.tsx';

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
  const { t } = useLingui();
  const { date, distance } = useFormat();
  const { data } = useQuery({ ...mirrorAgeQuery, refetchInterval: askAgainAfter });
  /** The start of the outage whose notice was dismissed. */
  const [hidden, setHidden] = useState<string | null>(null);
  const age = data?.asOf && distance(data.asOf);
  return (
    <div role="status" className="pointer-events-none fixed inset-x-3 bottom-4 z-30 flex justify-center">
      {data?.asOf && data.asOf !== hidden && (
        <div className="pointer-events-auto flex max-w-2xl items-start gap-3 rounded-card border border-line-strong bg-surface py-2 pr-2 pl-4 shadow-popup">
          <CloudOff aria-hidden="true" className="mt-2 size-4 shrink-0 text-warning" />
          <p className="min-w-0 flex-1 py-1.5" title={date(data.asOf, 'exact')}>
            <Trans>
              The payment provider does not answer at the moment. You see its data from {age}. Payments, changes and
              invoice documents have to wait.
            </Trans>
          </p>
          <IconButton size="sm" label={t`Hide`} onClick={() => setHidden(data.asOf)}>
            <X aria-hidden="true" />
          </IconButton>
        </div>
      )}
    </div>
  );
}
