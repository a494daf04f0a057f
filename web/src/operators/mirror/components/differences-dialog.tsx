import { Trans, useLingui } from '@lingui/react/macro';
import type { MirrorDifference, MirrorRun } from '@portico/contract';
import { useMemo, useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { columnsFor } from '../../../ui/data-table/columns.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { ListSearch } from '../../../ui/data-table/search.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { LongId } from '../../../ui/long-id.tsx';
import { useDifferences } from '../api/list-repairs.ts';
import { unsorted } from '../search.ts';
import { useKindName } from './list-names.ts';

const column = columnsFor<MirrorDifference>();

/** The differences from Stripe that a repair found, paged. */
export function DifferencesDialog({ run, onClose }: { run: MirrorRun; onClose: () => void }) {
  const { t } = useLingui();
  const { date } = useFormat();
  const [search, setSearch] = useState<ListSearch>(unsorted(1, undefined));
  const query = useDifferences(run.id, { page: search.page, pageSize: search.pageSize });
  const columns = useColumns();
  const begun = date(run.startedAt, 'dateTime');
  return (
    <Dialog
      open
      size="xl"
      onOpenChange={(open) => !open && onClose()}
      title={<Trans>What the repair corrected</Trans>}
      description={<Trans>Started on {begun}. Everything below is now as it is at Stripe.</Trans>}
    >
      <div className="-mx-5">
        <DataTable
          caption={t`Differences`}
          columns={columns}
          query={query}
          rowId={(row) => `${row.objectType} ${row.objectId} ${row.kind}`}
          search={search}
          onSearchChange={(change) => setSearch((before) => ({ ...before, ...change }))}
          skeletonRows={3}
          errorTitle={<Trans>The differences could not be loaded</Trans>}
        />
      </div>
    </Dialog>
  );
}

function useColumns() {
  const { t } = useLingui();
  const kindName = useKindName();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names change with the language, as `t` does
  return useMemo(
    () =>
      column.columns([
        column.display({
          id: 'type',
          header: t`Object`,
          cell: ({ row: { original } }) => kindName(original.objectType),
          meta: { card: 'title', skeleton: 'w-28' },
        }),
        column.display({
          id: 'id',
          header: t`Id`,
          cell: ({ row: { original } }) => <LongId value={original.objectId} />,
          meta: { skeleton: 'w-28' },
        }),
        column.display({
          id: 'kind',
          header: t`Difference`,
          cell: ({ row: { original } }) => <DifferenceKind kind={original.kind} />,
          meta: { card: 'status', skeleton: 'w-16' },
        }),
        column.display({
          id: 'fields',
          header: t`Fields`,
          cell: ({ row: { original } }) => (
            <span className="break-words text-muted max-sm:text-right">{original.fields.join(', ') || '–'}</span>
          ),
          meta: { skeleton: 'w-32' },
        }),
      ]),
    [t],
  );
}

function DifferenceKind({ kind }: { kind: MirrorDifference['kind'] }) {
  if (kind === 'missing') {
    return (
      <Badge tone="warning">
        <Trans comment="Of an object that was not in the copy">Was missing</Trans>
      </Badge>
    );
  }
  if (kind === 'gone') {
    return (
      <Badge tone="neutral">
        <Trans comment="Of an object that Stripe no longer has">Gone at Stripe</Trans>
      </Badge>
    );
  }
  return (
    <Badge tone="accent">
      <Trans comment="Of an object whose copy was older">Was older</Trans>
    </Badge>
  );
}
