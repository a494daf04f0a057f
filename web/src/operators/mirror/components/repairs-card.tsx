import { Trans, useLingui } from '@lingui/react/macro';
import type { MirrorRun } from '@portico/contract';
import { Wrench } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { lazyPart } from '../../../lib/lazy.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { columnsFor } from '../../../ui/data-table/columns.ts';
import { ActionsHeader, DataTable } from '../../../ui/data-table/data-table.tsx';
import type { ListSearch } from '../../../ui/data-table/search.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PartBoundary } from '../../../ui/part-boundary.tsx';
import { useRepairs } from '../api/list-repairs.ts';
import { RunProgress } from './filling-card.tsx';
import { RunState } from './run-state.tsx';

const DifferencesDialog = lazyPart(() => import('./differences-dialog.tsx').then((module) => module.DifferencesDialog));

interface RepairsCardProps {
  /** The newest repair in its current state. */
  newest: MirrorRun | null;
  search: ListSearch;
  onSearchChange: (change: Partial<ListSearch>) => void;
}

const column = columnsFor<MirrorRun>();

/** Repairs and their corrections, newest first. */
export function RepairsCard({ newest, search, onSearchChange }: RepairsCardProps) {
  const { t } = useLingui();
  const [shown, setShown] = useState<MirrorRun | null>(null);
  const { page, pageSize } = search;
  const query = useRepairs({ page, pageSize }, newest ? `${newest.id} ${newest.state} ${newest.stepsDone}` : '');
  const columns = useRepairColumns(setShown);
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title={<Trans>Repairs</Trans>}
        description={
          <Trans>
            Each night the last 35 days and everything still open are compared with Stripe, and differences are
            corrected.
          </Trans>
        }
      />
      {newest?.state === 'running' && <RunProgress run={newest} />}
      <DataTable
        caption={t`Repairs`}
        columns={columns}
        query={query}
        rowId={(row) => String(row.id)}
        search={search}
        onSearchChange={onSearchChange}
        skeletonRows={3}
        errorTitle={<Trans>The repairs could not be loaded</Trans>}
        empty={
          <EmptyState
            className="border-t border-line py-8"
            icon={Wrench}
            title={<Trans>No repairs yet</Trans>}
            description={<Trans>The first one runs tonight. You can also start one now.</Trans>}
          />
        }
      />
      <PartBoundary onFailure={() => setShown(null)}>
        {shown && <DifferencesDialog run={shown} onClose={() => setShown(null)} />}
      </PartBoundary>
    </Card>
  );
}

function useRepairColumns(onShow: (run: MirrorRun) => void) {
  const { t } = useLingui();
  const { date, number } = useFormat();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the formatters change with the language, as `t` does, and `onShow` only sets state
  return useMemo(
    () =>
      column.columns([
        column.display({
          id: 'started',
          header: t`Started`,
          cell: ({ row: { original } }) => (
            <span className="whitespace-nowrap">{date(original.startedAt, 'dateTime')}</span>
          ),
          meta: { card: 'title', skeleton: 'w-36' },
        }),
        column.display({
          id: 'state',
          header: t`Status`,
          cell: ({ row: { original } }) => <RunState run={original} />,
          meta: { card: 'status', skeleton: 'w-16' },
        }),
        column.display({
          id: 'listed',
          header: t`Objects compared`,
          cell: ({ row: { original } }) => number(original.listed),
          meta: { align: 'end', skeleton: 'w-16' },
        }),
        column.display({
          id: 'differences',
          header: t`Differences corrected`,
          cell: ({ row: { original } }) => number(original.differences),
          meta: { align: 'end', skeleton: 'w-10' },
        }),
        column.display({
          id: 'actions',
          header: ActionsHeader,
          cell: ({ row: { original } }) => {
            const begun = date(original.startedAt, 'dateTime');
            return (
              original.differences > 0 &&
              original.state !== 'running' && (
                <Button
                  size="sm"
                  aria-label={t`Show what the repair of ${begun} corrected`}
                  onClick={() => onShow(original)}
                  {...DifferencesDialog.warmUp}
                >
                  <Trans>Show</Trans>
                </Button>
              )
            );
          },
          meta: { align: 'end', card: 'actions', className: 'w-24', skeleton: 'w-16' },
        }),
      ]),
    [t],
  );
}
