import { Trans, useLingui } from '@lingui/react/macro';
import type { ActivityEntry } from '@portico/contract';
import { History } from 'lucide-react';
import { useMemo } from 'react';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { columnsFor } from '../../../ui/data-table/columns.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { ListSearch } from '../../../ui/data-table/search.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { useActivity } from '../profile.api.ts';

const column = columnsFor<ActivityEntry>();

interface ActivityCardProps {
  search: ListSearch;
  onSearchChange: (change: Partial<ListSearch>) => void;
}

/** The events in the user's name of the last 90 days. */
export function ActivityCard({ search, onSearchChange }: ActivityCardProps) {
  const { t } = useLingui();
  const columns = useActivityColumns();
  const { page, pageSize } = search;
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title={<Trans>Activity</Trans>}
        description={<Trans>What happened in your name in the last 90 days</Trans>}
      />
      <div className="border-t border-line">
        <DataTable
          caption={t`Activity, the newest first`}
          columns={columns}
          query={useActivity({ page, pageSize: Math.min(pageSize, 100) })}
          rowId={(row) => String(row.id)}
          search={search}
          onSearchChange={onSearchChange}
          errorTitle={<Trans>Your activity could not be loaded</Trans>}
          empty={<EmptyState icon={History} title={<Trans>Nothing happened in the last 90 days</Trans>} />}
        />
      </div>
    </Card>
  );
}

function useActivityColumns() {
  const { t } = useLingui();
  return useMemo(
    () =>
      column.columns([
        column.display({
          id: 'text',
          header: t`What happened`,
          cell: ({ row: { original } }) => <What entry={original} />,
          meta: { card: 'title', skeleton: 'w-56' },
        }),
        column.display({
          id: 'address',
          header: t`Address`,
          cell: ({ row }) => <span className="wrap-anywhere">{row.original.address ?? '–'}</span>,
          meta: { skeleton: 'w-24' },
        }),
        column.display({
          id: 'at',
          header: t`Date`,
          cell: ({ row }) => <Moment at={row.original.at} />,
          meta: { card: 'date', skeleton: 'w-32' },
        }),
      ]),
    [t],
  );
}

function What({ entry: { text, by, reason } }: { entry: ActivityEntry }) {
  return (
    <span className="flex min-w-0 flex-col">
      <span className="wrap-anywhere">{text}</span>
      {by && (
        <span className="text-[13px] font-normal text-muted">
          <Trans>by {by}</Trans>
        </span>
      )}
      {reason && (
        <span className="text-[13px] font-normal text-muted wrap-anywhere">
          <Trans>Reason: {reason}</Trans>
        </span>
      )}
    </span>
  );
}
