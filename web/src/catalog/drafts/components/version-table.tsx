import { Trans, useLingui } from '@lingui/react/macro';
import type { CatalogVersion } from '@portico/contract';
import { History } from 'lucide-react';
import { useMemo } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { columnsFor } from '../../../ui/data-table/columns.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { ListSearch } from '../../../ui/data-table/search.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { useVersions } from '../drafts.api.ts';

export type VersionSearch = ListSearch<'id'>;

interface VersionTableProps {
  search: VersionSearch;
  onSearchChange: (change: Partial<VersionSearch>) => void;
}

const column = columnsFor<CatalogVersion>();

/** The versions of the catalog, the newest first (CAT-45). */
export function VersionTable({ search, onSearchChange }: VersionTableProps) {
  const { t } = useLingui();
  const { page, pageSize } = search;
  return (
    <DataTable
      caption={t`Versions`}
      columns={useVersionColumns()}
      query={useVersions({ page, pageSize: Math.min(pageSize, 100) })}
      rowId={(row) => String(row.id)}
      search={search}
      onSearchChange={onSearchChange as (change: Partial<ListSearch>) => void}
      offersSortSelect={false}
      errorTitle={<Trans>The versions could not be loaded</Trans>}
      empty={<EmptyState icon={History} title={<Trans>Nothing was published yet</Trans>} />}
    />
  );
}

function useVersionColumns() {
  const { t } = useLingui();
  const { date } = useFormat();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the formatters change with the language, as `t` does
  return useMemo(
    () =>
      column.columns([
        column.display({
          id: 'id',
          header: t`Version`,
          cell: ({ row: { original } }) => (
            <TextLink to="/Operator/Catalog/Versions/$id" params={{ id: String(original.id) }}>
              <Trans>Version {original.id}</Trans>
            </TextLink>
          ),
          meta: { card: 'title', skeleton: 'w-20' },
        }),
        column.display({
          id: 'state',
          header: t`Status`,
          cell: ({ row: { original } }) => <VersionState version={original} />,
          meta: { card: 'status', skeleton: 'w-20' },
        }),
        column.display({
          id: 'by',
          header: t`By`,
          cell: ({ row: { original } }) => <VersionSource version={original} />,
          meta: { skeleton: 'w-32' },
        }),
        column.display({
          id: 'changes',
          header: t`Changes`,
          cell: ({ row: { original } }) => <VersionSummary version={original} />,
          meta: { skeleton: 'w-32' },
        }),
        column.display({
          id: 'date',
          header: t`Date`,
          cell: ({ row: { original } }) => date(original.publishedAt ?? original.requestedAt, 'dateTime'),
          meta: { card: 'date', skeleton: 'w-28' },
        }),
      ]),
    [t],
  );
}

export function VersionState({ version: { isSold, publishedAt, failure } }: { version: CatalogVersion }) {
  if (isSold)
    return (
      <Badge tone="ok">
        <Trans context="version">On sale</Trans>
      </Badge>
    );
  if (failure !== null)
    return (
      <Badge tone="bad">
        <Trans context="version">Not published</Trans>
      </Badge>
    );
  return publishedAt === null ? (
    <Badge tone="warning">
      <Trans context="version">Being published</Trans>
    </Badge>
  ) : (
    <Badge tone="neutral">
      <Trans context="version">Former</Trans>
    </Badge>
  );
}

export function VersionSource({ version: { source, by } }: { version: CatalogVersion }) {
  if (source === 'file') return <Trans>From a file</Trans>;
  return by ?? <Trans>Somebody who is gone</Trans>;
}

function VersionSummary({ version: { summary } }: { version: CatalogVersion }) {
  const { t } = useLingui();
  const { added, changed, restored, retired, amended } = summary;
  const parts = [
    added > 0 && t`${added} added`,
    changed > 0 && t`${changed} changed`,
    amended > 0 && t`${amended} amended`,
    restored > 0 && t`${restored} restored`,
    retired > 0 && t`${retired} retired`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : '–';
}
