import { Trans, useLingui } from '@lingui/react/macro';
import type { ReportedToken } from '@portico/contract';
import { ShieldCheck } from 'lucide-react';
import { useMemo } from 'react';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { columnsFor } from '../../../ui/data-table/columns.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { ListSearch } from '../../../ui/data-table/search.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { useLeakedTokens } from './leaked-tokens-api.ts';

const column = columnsFor<ReportedToken>();

interface LeakedTokenTableProps {
  search: ListSearch;
  onSearchChange: (change: Partial<ListSearch>) => void;
}

/** The reported tokens, the latest first (TOK-10). */
export function LeakedTokenTable({ search, onSearchChange }: LeakedTokenTableProps) {
  const { t } = useLingui();
  const { page, pageSize } = search;
  return (
    <Card className="overflow-hidden">
      <CardHeader title={<Trans>Reported tokens</Trans>} />
      <DataTable
        caption={t`Reported tokens`}
        columns={useColumns()}
        query={useLeakedTokens({ page, pageSize })}
        rowId={({ tokenId }) => String(tokenId)}
        search={search}
        onSearchChange={onSearchChange}
        errorTitle={<Trans>The reported tokens could not be loaded</Trans>}
        empty={<EmptyState icon={ShieldCheck} title={<Trans>No token was reported</Trans>} />}
      />
    </Card>
  );
}

function useColumns() {
  const { t } = useLingui();
  return useMemo(
    () =>
      column.columns([
        column.display({
          id: 'token',
          header: t`Token`,
          meta: { card: 'title', skeleton: 'w-28' },
          cell: ({ row }) => <code className="font-mono text-sm">{row.original.prefix}</code>,
        }),
        column.display({
          id: 'account',
          header: t`Account`,
          meta: { skeleton: 'w-32' },
          cell: ({ row: { original } }) => (
            <TextLink
              to="/Operator/Accounts/$id"
              params={{ id: String(original.account.id) }}
              className="sm:whitespace-nowrap"
            >
              {original.account.name}
            </TextLink>
          ),
        }),
        column.display({
          id: 'product',
          header: t`Product`,
          meta: { skeleton: 'w-28', isSecondary: true },
          cell: ({ row }) => <span className="sm:whitespace-nowrap">{row.original.productName}</span>,
        }),
        column.display({
          id: 'leakReport',
          header: t`Where it was found`,
          meta: { truncate: true, skeleton: 'w-40' },
          cell: ({ row }) => row.original.leakReport,
        }),
        column.display({
          id: 'disabledAt',
          header: t`Disabled`,
          meta: { card: 'date', skeleton: 'w-24' },
          cell: ({ row }) => <Moment at={row.original.disabledAt} />,
        }),
      ]),
    [t],
  );
}
