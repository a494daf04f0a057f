import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type Answer, api } from '../../../lib/api.ts';
import { useLocale } from '../../../lib/locale.ts';
import { Badge } from '../../../ui/badge.tsx';
import { columnsFor } from '../../../ui/data-table/columns.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { ListSearch } from '../../../ui/data-table/search.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Moment } from '../../../ui/moment.tsx';
import type { FunnelSearch } from './funnel.ts';

const column = columnsFor<Unregistered>();

/**
 * Visitors who submitted the form in the last week and have not registered (SIGN-30). The table's page is not in the
 * address, because the address has the page of the days.
 */
export function UnregisteredTable({ search: { companyId, productId } }: { search: FunnelSearch }) {
  const { t } = useLingui();
  const [page, setPage] = useState<Pick<ListSearch, 'page' | 'pageSize'>>({ page: 1, pageSize: 5 });
  const search: ListSearch = { ...page, sortField: 'at', order: 'desc' };
  return (
    <DataTable
      caption={t`Sent, but not registered`}
      columns={useColumns()}
      query={useUnregistered({ ...page, companyId, productId })}
      rowId={({ id }) => id}
      search={search}
      onSearchChange={(change: Partial<ListSearch>) =>
        setPage({ page: change.page ?? page.page, pageSize: change.pageSize ?? page.pageSize })
      }
      errorTitle={<Trans>The sign-ups could not be loaded</Trans>}
      empty={<EmptyState title={<Trans>Everybody who sent the form in the last seven days has registered</Trans>} />}
      offersSortSelect={false}
    />
  );
}

function useColumns() {
  const { t } = useLingui();
  return useMemo(
    () =>
      column.columns([
        column.display({
          id: 'email',
          header: t`Mail address`,
          cell: ({ row }) => <span className="break-all">{row.original.email}</span>,
          meta: { card: 'title', skeleton: 'w-40' },
        }),
        column.display({
          id: 'state',
          header: t`State`,
          cell: ({ row }) =>
            row.original.state === 'failed' ? (
              <Badge tone="bad">
                <Trans>Failed</Trans>
              </Badge>
            ) : (
              <Badge tone="warning">
                <Trans>Waiting</Trans>
              </Badge>
            ),
          meta: { card: 'status', skeleton: 'w-16' },
        }),
        column.display({
          id: 'reason',
          header: t`Reason`,
          cell: ({ row }) => row.original.reason ?? <Trans>The cardholder or the bank has not answered yet.</Trans>,
          meta: { skeleton: 'w-48' },
        }),
        column.display({
          id: 'product',
          header: t`Product`,
          cell: ({ row: { original } }) => (
            <>
              {original.productName ?? '–'}
              {original.companyName && <span className="block text-sm text-muted">{original.companyName}</span>}
            </>
          ),
          meta: { skeleton: 'w-24', isSecondary: true },
        }),
        column.display({
          id: 'at',
          header: t`Sent`,
          cell: ({ row }) => <Moment at={row.original.at} />,
          meta: { skeleton: 'w-24' },
        }),
      ]),
    [t],
  );
}

type Unregistered = Answer<'GET /api/Operator/SignUps/Unregistered'>['items'][number];

interface Selection {
  page: number;
  pageSize: number;
  companyId: number | undefined;
  productId: string | undefined;
}

/** Visitors who submitted the form without registering, by brand and product. */
function useUnregistered({ companyId, productId, ...page }: Selection) {
  const query = {
    ...page,
    ...(companyId !== undefined && { companyId }),
    ...(productId !== undefined && { productId }),
  };
  return useQuery({
    queryKey: ['signUp', 'unregistered', query, useLocale()],
    queryFn: ({ signal }) => api('GET /api/Operator/SignUps/Unregistered', { query, signal }),
    placeholderData: keepPreviousData,
  });
}
