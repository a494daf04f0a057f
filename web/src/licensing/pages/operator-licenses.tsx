import { Trans } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { textFilterNavigation } from '../../app/text-filter-navigation.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ChecksPart } from '../licenses/operator/checks-part.tsx';
import { OperatorLicenseTable } from '../licenses/operator/operator-license-table.tsx';

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
