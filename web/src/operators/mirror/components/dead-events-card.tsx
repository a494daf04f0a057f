import { Trans, useLingui } from '@lingui/react/macro';
import type { DeadEvent } from '@portico/contract';
import { CircleCheck } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { columnsFor } from '../../../ui/data-table/columns.ts';
import { ActionsHeader, DataTable } from '../../../ui/data-table/data-table.tsx';
import type { ListSearch } from '../../../ui/data-table/search.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { useDeadEvents, useRetryDeadEvents } from '../api/dead-events.ts';

interface DeadEventsCardProps {
  dead: number;
  search: ListSearch;
  onSearchChange: (change: Partial<ListSearch>) => void;
}

const column = columnsFor<DeadEvent>();

/** Events that could not be applied, each with its error and a retry. */
export function DeadEventsCard({ dead, search, onSearchChange }: DeadEventsCardProps) {
  const { t } = useLingui();
  const { page, pageSize } = search;
  const query = useDeadEvents({ page, pageSize }, dead);
  const { mutate: retry, isPending, variables } = useRetryDeadEvents();
  const columns = useDeadEventColumns(retry, isPending ? variables : undefined);
  return (
    <Card className="overflow-hidden">
      <CardHeader
        className="min-h-[72px]"
        title={<Trans>Failed events</Trans>}
        description={
          <Trans>Retry them once the cause is gone. A newer event of the same object settles them as well.</Trans>
        }
        action={
          dead > 1 && (
            <Button pending={isPending && variables === null} onClick={() => retry(null)}>
              <Trans>Retry all</Trans>
            </Button>
          )
        }
      />
      <DataTable
        caption={t`Failed events`}
        columns={columns}
        query={query}
        rowId={(row) => row.id}
        search={search}
        onSearchChange={onSearchChange}
        skeletonRows={2}
        errorTitle={<Trans>The events could not be loaded</Trans>}
        empty={
          <EmptyState
            className="border-t border-line py-8"
            icon={CircleCheck}
            title={<Trans>No failed events</Trans>}
            description={<Trans>An event that still fails after three days of retries is kept here.</Trans>}
          />
        }
      />
    </Card>
  );
}

/** @param retried the id of the event that is being retried */
function useDeadEventColumns(retry: (id: string) => void, retried: string | null | undefined) {
  const { t } = useLingui();
  return useMemo(
    () =>
      column.columns([
        column.display({
          id: 'type',
          header: t`Event`,
          cell: ({ row: { original } }) => <span className="break-all">{original.type}</span>,
          meta: { card: 'title', skeleton: 'w-40' },
        }),
        column.display({
          id: 'object',
          header: t`Object`,
          cell: ({ row: { original } }) => <span className="break-all tabular-nums">{original.objectId ?? '–'}</span>,
          meta: { skeleton: 'w-28' },
        }),
        column.display({
          id: 'error',
          header: t`Error`,
          cell: ({ row: { original } }) => (
            <span className="text-muted max-sm:text-right">{original.error ?? '–'}</span>
          ),
          meta: { truncate: true, skeleton: 'w-48' },
        }),
        column.display({
          id: 'failed',
          header: t`Failed`,
          cell: ({ row }) => <Moment at={row.original.failedAt} />,
          meta: { isSecondary: true, skeleton: 'w-32' },
        }),
        column.display({
          id: 'actions',
          header: ActionsHeader,
          cell: ({ row: { original } }) => {
            const { id, type } = original;
            return (
              <Button size="sm" aria-label={t`Retry ${type}`} pending={retried === id} onClick={() => retry(id)}>
                <Trans>Retry</Trans>
              </Button>
            );
          },
          meta: { align: 'end', card: 'actions', skeleton: 'w-16' },
        }),
      ]),
    [t, retried, retry],
  );
}
