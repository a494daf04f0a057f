import { Trans, useLingui } from '@lingui/react/macro';
import type { SandboxObjectSummary } from '@portico/contract';
import { Boxes } from 'lucide-react';
import { useMemo } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { columnsFor } from '../../../ui/data-table/columns.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Field } from '../../../ui/field.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { useObjects, useObjectTypes } from '../sandbox.api.ts';
import type { ChangeSearch, SandboxSearch } from '../search.ts';
import { asList } from './as-list.ts';
import { CursorPager } from './cursor-pager.tsx';
import { ObjectLink } from './object-link.tsx';

const column = columnsFor<SandboxObjectSummary>();

/** Objects of one type, the newest first. */
export function ObjectsPanel({ search, onSearchChange }: { search: SandboxSearch; onSearchChange: ChangeSearch }) {
  const { t } = useLingui();
  const types = useObjectTypes();
  const known = types.data?.items ?? [];
  const type = search.type ?? 'customer';
  const query = useObjects({ type, startingAfter: search.after, endingBefore: search.before });
  const columns = useObjectColumns();
  return (
    <Card className="overflow-hidden">
      <div className="px-4 py-3">
        <Field label={<Trans>Type</Trans>} className="max-w-72">
          {(control) => (
            <NativeSelect
              {...control}
              className="h-9"
              value={type}
              options={[...new Set([...known, type])].sort().map((value) => ({ value, label: value }))}
              onChange={(next) => onSearchChange({ type: next, after: undefined, before: undefined })}
            />
          )}
        </Field>
      </div>
      <DataTable
        caption={t`Objects`}
        columns={columns}
        query={asList(query)}
        rowId={(row) => row.id}
        skeletonRows={10}
        errorTitle={<Trans>The objects could not be loaded</Trans>}
        empty={
          <EmptyState
            icon={Boxes}
            title={<Trans>No object of this type yet</Trans>}
            description={<Trans>Buy something in the portal, and look again.</Trans>}
          />
        }
      />
      <CursorPager page={query.data} search={search} onSearchChange={onSearchChange} />
    </Card>
  );
}

function useObjectColumns() {
  const { t } = useLingui();
  const { date } = useFormat();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the formatters change with the language, as `t` does
  return useMemo(
    () =>
      column.columns([
        column.accessor('id', {
          header: t`Id`,
          cell: ({ getValue }) => <ObjectLink id={getValue()} />,
          meta: { card: 'title', skeleton: 'w-48' },
        }),
        column.accessor('label', {
          header: t`What it is`,
          cell: ({ getValue }) => <span className="text-muted">{getValue() ?? '–'}</span>,
          meta: { truncate: true, skeleton: 'w-40' },
        }),
        column.accessor('status', {
          header: t`Status`,
          cell: ({ getValue }) => {
            const status = getValue();
            return status ? <Badge tone="neutral">{status}</Badge> : null;
          },
          meta: { card: 'status', skeleton: 'w-16' },
        }),
        column.accessor('created', {
          header: t`Created`,
          cell: ({ getValue }) => {
            const created = getValue();
            return <span className="whitespace-nowrap text-muted">{created ? date(created, 'dateTime') : '–'}</span>;
          },
          meta: { card: 'date', skeleton: 'w-32' },
        }),
      ]),
    [t],
  );
}
