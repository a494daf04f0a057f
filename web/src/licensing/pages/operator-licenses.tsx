import { Trans } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { textFilterNavigation } from '../../app/text-filter-navigation.ts';
import { lazyPart } from '../../lib/lazy.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { OperatorLicenseTable } from '../licenses/operator/operator-license-table.tsx';

const ChecksCard = lazyPart(() => import('../licenses/operator/checks-card.tsx').then((module) => module.ChecksCard));

/** For operators: the licenses of all accounts, and their comparison with subscriptions. */
export function OperatorLicensesPage() {
  const search = useSearch({ from: '/Operator/Licenses' });
  const navigate = useNavigate({ from: '/Operator/Licenses' });
  return (
    <>
      <PageHeader description={<Trans>Licenses of all accounts, the newest first</Trans>} />
      <div className="flex flex-col gap-5">
        <Card className="overflow-hidden">
          <OperatorLicenseTable
            search={search}
            onSearchChange={(change) =>
              void navigate({ search: { ...search, ...change }, ...textFilterNavigation(change) })
            }
          />
        </Card>
        <ChecksPart />
      </div>
    </>
  );
}

/** The card of comparisons, loaded after the list above it. If it fails to load, a toast reports it. */
function ChecksPart() {
  const [hasFailed, setHasFailed] = useState(false);
  if (hasFailed) return null;
  return (
    <PartBoundary fallback={<Skeleton className="h-64" />} onFailure={() => setHasFailed(true)}>
      <ChecksCard />
    </PartBoundary>
  );
}
