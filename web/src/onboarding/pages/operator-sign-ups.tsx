import { Trans } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Card, CardHeader } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DayTable } from '../sign-up/operator/day-table.tsx';
import { FunnelCard } from '../sign-up/operator/funnel-card.tsx';
import { FunnelFilters } from '../sign-up/operator/funnel-filters.tsx';
import { UnregisteredTable } from '../sign-up/operator/unregistered-table.tsx';

/** For operators: who began to sign up, and where they stopped. */
export function OperatorSignUpsPage() {
  const search = useSearch({ from: '/Operator/SignUps' });
  const navigate = useNavigate({ from: '/Operator/SignUps' });
  const list = {
    search,
    onSearchChange: (change: Partial<typeof search>) => void navigate({ search: { ...search, ...change } }),
  };
  return (
    <>
      <PageHeader
        description={<Trans>Who began to sign up, and where they stopped. Days are in UTC, and kept for 400.</Trans>}
      />
      <div className="flex flex-col gap-5">
        <FunnelFilters {...list} />
        <FunnelCard search={search} />
        <Card className="overflow-hidden">
          <CardHeader
            className="px-4 sm:px-6"
            title={<Trans>Sent, but not registered</Trans>}
            description={<Trans>In the last seven days. People who never sent the form are not known.</Trans>}
          />
          <UnregisteredTable key={`${search.companyId} ${search.productId}`} search={search} />
        </Card>
        <Card className="overflow-hidden">
          <CardHeader className="px-4 sm:px-6" title={<Trans>Days</Trans>} />
          <DayTable {...list} />
        </Card>
      </div>
    </>
  );
}
