import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { operatorTitles } from '../../app/operators/operator-titles.ts';
import { typing } from '../../app/typing.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { AddOperatorButton } from '../operators/components/add-operator.tsx';
import { OperatorTable } from '../operators/components/operator-table.tsx';

/** For operators: the operators. */
export function OperatorsPage() {
  const { i18n } = useLingui();
  const search = useSearch({ from: '/Operator/Operators' });
  const navigate = useNavigate({ from: '/Operator/Operators' });
  return (
    <>
      <PageHeader
        title={i18n._(operatorTitles.operators)}
        description={<Trans>Who of the vendor’s staff sees all accounts</Trans>}
        actions={<AddOperatorButton />}
      />
      <Card className="overflow-hidden">
        <OperatorTable
          search={search}
          onSearchChange={(change) => void navigate({ search: { ...search, ...change }, ...typing(change) })}
        />
      </Card>
    </>
  );
}
