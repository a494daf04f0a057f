import { Trans } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { textFilterNavigation } from '../../app/text-filter-navigation.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { AddOperatorButton } from '../operators/components/add-operator.tsx';
import { OperatorTable } from '../operators/components/operator-table.tsx';

/** For operators: the operators. */
export function OperatorsPage() {
  const search = useSearch({ from: '/Operator/Operators' });
  const navigate = useNavigate({ from: '/Operator/Operators' });
  return (
    <>
      <PageHeader
        description={<Trans>Members of the vendor’s staff who see all accounts</Trans>}
        actions={<AddOperatorButton />}
      />
      <Card className="overflow-hidden">
        <OperatorTable
          search={search}
          onSearchChange={(change) =>
            void navigate({ search: { ...search, ...change }, ...textFilterNavigation(change) })
          }
        />
      </Card>
    </>
  );
}
