import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { api } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { can } from '../../lib/permissions.ts';
import { Alert } from '../../ui/alert.tsx';

/** Milliseconds between two questions. */
const askAgainAfter = 60_000;

/** Says above billing's pages from when their figures are, while the payment provider does not answer (MIR-17). */
export function MirrorAge() {
  const { pathname } = useLocation();
  return showsMoney(pathname) && <Age />;
}

/** Billing's pages, and those of a product's subscriptions. */
function showsMoney(path: string): boolean {
  return can('billing.view') && /^\/(billing|products\/[^/]+\/subscription)(\/|$)/i.test(path);
}

function Age() {
  const { date, distance } = useFormat();
  const { data } = useQuery({
    queryKey: ['mirror', 'age'],
    queryFn: ({ signal }) => api('GET /api/Billing/MirrorAge', { signal }),
    refetchInterval: askAgainAfter,
  });
  if (!data?.asOf) return null;
  const age = distance(data.asOf);
  return (
    <Alert tone="warning" className="mb-4">
      <span title={date(data.asOf, 'exact')}>
        <Trans>
          The payment provider does not answer at the moment. You see what it said {age}. Payments and changes have to
          wait.
        </Trans>
      </span>
    </Alert>
  );
}
