import { Trans, useLingui } from '@lingui/react/macro';
import type { LicenseCheck } from '@portico/contract';
import { Scale } from 'lucide-react';
import { useMemo } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { columnsFor } from '../../../ui/data-table/columns.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { DifferenceList } from './difference-list.tsx';
import { useLicenseChecks } from './operator-licenses.ts';

const column = columnsFor<LicenseCheck>();

/** The latest comparisons of licenses with their sources, and the result of the last one (LCN-9). */
export function ChecksCard() {
  const { t } = useLingui();
  const query = useLicenseChecks();
  const columns = useCheckColumns();
  const latest = query.data?.items.find(({ ended }) => ended !== null);
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title={<Trans>Comparison with subscriptions</Trans>}
        description={
          <Trans>
            Every night all licenses, orders and seats are compared with their subscriptions, and differences are
            repaired. To compare at any time, run <Command>npm run licenses -- check</Command> on the server.
          </Trans>
        }
      />
      <DataTable
        caption={t`Comparisons`}
        columns={columns}
        query={query}
        rowId={(row) => String(row.id)}
        skeletonRows={3}
        errorTitle={<Trans>The comparisons could not be loaded</Trans>}
        empty={
          <EmptyState
            className="border-t border-line py-8"
            icon={Scale}
            title={<Trans>No comparison yet</Trans>}
            description={<Trans>It runs every night. The first one runs tonight.</Trans>}
          />
        }
      />
      {latest && latest.different > 0 && <DifferenceList check={latest} />}
    </Card>
  );
}

function Command({ children }: { children?: string }) {
  return (
    <code className="whitespace-nowrap rounded bg-neutral-soft px-1.5 py-0.5 font-mono text-sm text-ink">
      {children}
    </code>
  );
}

function useCheckColumns() {
  const { t } = useLingui();
  const { date, number } = useFormat();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the formatters change with the language, as `t` does
  return useMemo(
    () =>
      column.columns([
        column.display({
          id: 'began',
          header: t`Started`,
          cell: ({ row: { original } }) => (
            <span className="whitespace-nowrap">{date(original.began, 'dateTime')}</span>
          ),
          meta: { card: 'title', skeleton: 'w-36' },
        }),
        column.display({
          id: 'state',
          header: t`Result`,
          cell: ({ row: { original } }) => <CheckResult check={original} />,
          meta: { card: 'status', skeleton: 'w-20' },
        }),
        column.display({
          id: 'checked',
          header: t`Compared`,
          cell: ({ row: { original } }) => number(original.checked),
          meta: { align: 'end', skeleton: 'w-12' },
        }),
        column.display({
          id: 'different',
          header: t`Different`,
          cell: ({ row: { original } }) => number(original.different),
          meta: { align: 'end', skeleton: 'w-8' },
        }),
        column.display({
          id: 'repaired',
          header: t`Repaired`,
          cell: ({ row: { original } }) => number(original.repaired ? original.different : 0),
          meta: { align: 'end', skeleton: 'w-8' },
        }),
      ]),
    [t],
  );
}

function CheckResult({ check: { ended, different, repaired } }: { check: LicenseCheck }) {
  if (ended === null) {
    return (
      <Badge tone="accent">
        <Trans comment="Of a comparison: it has not ended">Not finished</Trans>
      </Badge>
    );
  }
  if (different === 0) {
    return (
      <Badge tone="ok">
        <Trans>No difference</Trans>
      </Badge>
    );
  }
  return repaired ? (
    <Badge tone="ok">
      <Trans>Repaired</Trans>
    </Badge>
  ) : (
    <Badge tone="warning">
      <Trans>Differences found</Trans>
    </Badge>
  );
}
