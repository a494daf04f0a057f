import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { CatalogEntryRow, CatalogList } from '@portico/contract';
import { ArrowDown, ArrowUp, Boxes, TicketPercent } from 'lucide-react';
import { useMemo } from 'react';
import { can } from '../../../lib/permissions.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { columnsFor } from '../../../ui/data-table/columns.ts';
import { ActionsHeader, DataTable } from '../../../ui/data-table/data-table.tsx';
import type { FilteredListSearch, ListSearch } from '../../../ui/data-table/search.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { TextFilter } from '../../../ui/text-filter.tsx';
import { useEntries, useMoveEntry } from '../drafts.api.ts';

export type EntrySearch = FilteredListSearch<'position'> & {
  /** Shows entries that are no longer sold, instead of current and drafted ones. */
  show?: 'retired' | undefined;
};

interface EntryTableProps {
  list: CatalogList;
  search: EntrySearch;
  onSearchChange: (change: Partial<EntrySearch>) => void;
}

const column = columnsFor<CatalogEntryRow>();

/** The products or coupons of the draft, in the customers' order. */
export function EntryTable({ list, search, onSearchChange }: EntryTableProps) {
  const { t } = useLingui();
  const isProducts = list === 'products';
  const query = useEntries(list, search);
  return (
    <>
      <TextFilter
        label={t`Filter by name or ID`}
        text={search.textFilter}
        onChange={(textFilter) => onSearchChange({ textFilter, page: 1 })}
      />
      {search.textFilter !== '' && search.show !== 'retired' && can('operator.manageCatalog') && (
        <p className="px-5 pt-3 text-sm text-muted">
          <Trans>Clear the filter to change the order.</Trans>
        </p>
      )}
      <DataTable
        caption={isProducts ? t`Products` : t`Coupons`}
        columns={useEntryColumns(list, search.textFilter === '', query.data)}
        query={query}
        rowId={(row) => row.id}
        search={search}
        onSearchChange={onSearchChange as (change: Partial<ListSearch>) => void}
        offersSortSelect={false}
        errorTitle={<Trans>The catalog could not be loaded</Trans>}
        empty={
          <EmptyState
            icon={isProducts ? Boxes : TicketPercent}
            title={
              search.show === 'retired' ? (
                <Trans>Nothing was retired yet</Trans>
              ) : isProducts ? (
                <Trans>There are no products</Trans>
              ) : (
                <Trans>There are no coupons</Trans>
              )
            }
          />
        }
      />
    </>
  );
}

/**
 * @param isWhole whether all entries are listed; entries of a filtered list cannot be moved
 * @param page its first and last entries cannot be moved out of the list
 */
function useEntryColumns(list: CatalogList, isWhole: boolean, page: ReturnType<typeof useEntries>['data']) {
  const { t } = useLingui();
  const firstId = page?.page === 1 ? page.items[0]?.id : undefined;
  const lastId = page && page.page === page.totalPages ? page.items.at(-1)?.id : undefined;
  return useMemo(
    () =>
      column.columns([
        column.display({
          id: 'name',
          header: t`Name`,
          cell: ({ row: { original } }) => <EntryName list={list} row={original} />,
          meta: { card: 'title', skeleton: 'w-40' },
        }),
        column.display({
          id: 'id',
          header: list === 'products' ? t`ID` : t`Code`,
          cell: ({ row: { original } }) => <span className="break-all text-muted">{original.id}</span>,
          meta: { skeleton: 'w-32' },
        }),
        ...(list === 'products'
          ? [
              column.display({
                id: 'plans',
                header: t`Plans`,
                cell: ({ row: { original } }) => <PlanCount row={original} />,
                meta: { align: 'end' as const, skeleton: 'w-6' },
              }),
            ]
          : []),
        column.display({
          id: 'state',
          header: t`Draft`,
          cell: ({ row: { original } }) => <EntryState row={original} />,
          meta: { card: 'status', skeleton: 'w-20' },
        }),
        column.display({
          id: 'actions',
          header: () => <ActionsHeader />,
          cell: ({ row: { original } }) =>
            isWhole && (
              <MoveButtons
                list={list}
                row={original}
                isFirst={original.id === firstId}
                isLast={original.id === lastId}
              />
            ),
          meta: { card: 'actions', align: 'end', skeleton: 'w-16' },
        }),
      ]),
    [t, list, isWhole, firstId, lastId],
  );
}

/** The number of plans, linked to their table if the product is for sale. */
function PlanCount({ row: { id, name, plans, state } }: { row: CatalogEntryRow }) {
  const { t } = useLingui();
  if (state === 'added' || state === 'retired') return plans;
  return (
    <TextLink to="/Products/$id/Plans" params={{ id }} aria-label={t`Manage the plans of ${name}: ${plans}`}>
      {plans}
    </TextLink>
  );
}

function EntryName({ list, row: { id, name } }: { list: CatalogList; row: CatalogEntryRow }) {
  return (
    <TextLink to="/Operator/Catalog/Entries/$list/$id" params={{ list, id }}>
      {name}
    </TextLink>
  );
}

const tones = {
  added: 'ok',
  changed: 'accent',
  removed: 'bad',
  same: 'neutral',
  retired: 'neutral',
} as const satisfies Record<CatalogEntryRow['state'], BadgeTone>;

function EntryState({ row: { state, isOff, plans, problems } }: { row: CatalogEntryRow }) {
  const { t } = useLingui();
  const words = {
    added: t`Added`,
    changed: t`Changed`,
    removed: plans === null ? t`Ended in your draft` : t`Retired in your draft`,
    same: t`As published`,
    retired: plans === null ? t`Ended` : t`Retired`,
  };
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <Badge tone={tones[state]}>{words[state]}</Badge>
      {isOff && <Badge tone="neutral">{plans === null ? t`Ended` : t`Disabled`}</Badge>}
      {problems > 0 && (
        <Badge tone="bad">
          <Plural value={problems} one="# problem" other="# problems" />
        </Badge>
      )}
    </span>
  );
}

interface MoveButtonsProps {
  list: CatalogList;
  row: CatalogEntryRow;
  isFirst: boolean;
  isLast: boolean;
}

function MoveButtons({ list, row: { id, name, state }, isFirst, isLast }: MoveButtonsProps) {
  const { t } = useLingui();
  const move = useMoveEntry(list);
  if (state === 'removed' || state === 'retired' || !can('operator.manageCatalog')) return null;
  return (
    <span className="inline-flex gap-1">
      <IconButton
        size="sm"
        label={t`Move up: ${name}`}
        disabled={move.isPending || isFirst}
        onClick={() => move.mutate({ id, by: -1 })}
      >
        <ArrowUp aria-hidden="true" />
      </IconButton>
      <IconButton
        size="sm"
        label={t`Move down: ${name}`}
        disabled={move.isPending || isLast}
        onClick={() => move.mutate({ id, by: 1 })}
      >
        <ArrowDown aria-hidden="true" />
      </IconButton>
    </span>
  );
}
