import { Trans } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Card, CardHeader } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { MonthsCard } from '../cancellations/components/months-card.tsx';
import { ProductFilter, ReasonFilters } from '../cancellations/components/reason-filters.tsx';
import { ReasonTable } from '../cancellations/components/reason-table.tsx';

/** For operators: why customers cancel, and what that costs. */
export function OperatorCancellationsPage() {
  const search = useSearch({ from: '/Operator/Cancellations' });
  const navigate = useNavigate({ from: '/Operator/Cancellations' });
  const list = {
    search,
    onSearchChange: (change: Partial<typeof search>) => void navigate({ search: { ...search, ...change } }),
  };
  return (
    <>
      <PageHeader
        description={<Trans>Why customers cancel, what that costs, and which offers keep them</Trans>}
        actions={<ProductFilter {...list} />}
      />
      <div className="flex flex-col gap-5">
        <MonthsCard productId={search.productId} />
        <Card className="overflow-hidden">
          <CardHeader className="px-4 sm:px-6" title={<Trans>What customers said</Trans>} />
          <ReasonFilters {...list} />
          <ReasonTable {...list} />
        </Card>
      </div>
    </>
  );
}
