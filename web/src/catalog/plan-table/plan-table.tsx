import { Trans, useLingui } from '@lingui/react/macro';
import type { PlanSortField, SubscriptionPlan } from '@portico/contract';
import { Pencil, Tags, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { useFormat } from '../../lib/format.ts';
import { can } from '../../lib/permissions.ts';
import { Badge } from '../../ui/badge.tsx';
import { columnsFor } from '../../ui/data-table/columns.ts';
import { ActionsHeader, DataTable } from '../../ui/data-table/data-table.tsx';
import type { ListSearch } from '../../ui/data-table/search.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { usePlanTable } from './plan-table.api.ts';

export type PlanSearch = ListSearch<Exclude<PlanSortField, 'position'>>;

interface PlanTableProps {
  productId: string;
  search: PlanSearch;
  onSearchChange: (change: Partial<PlanSearch>) => void;
  onEdit: (plan: SubscriptionPlan) => void;
  onDelete: (plan: SubscriptionPlan) => void;
}

const column = columnsFor<SubscriptionPlan>();

/** The plans of a product, sorted and paged by the server (CAT-50), for operators. */
export function PlanTable({ productId, search, onSearchChange, ...actions }: PlanTableProps) {
  const { t } = useLingui();
  return (
    <DataTable
      caption={t`Plans`}
      columns={usePlanColumns(actions)}
      query={usePlanTable(productId, search)}
      rowId={(row) => row.id}
      search={search}
      onSearchChange={onSearchChange as (change: Partial<ListSearch>) => void}
      errorTitle={<Trans>The plans could not be loaded</Trans>}
      empty={<EmptyState icon={Tags} title={<Trans>This product has no plans yet</Trans>} />}
    />
  );
}

function usePlanColumns({ onEdit, onDelete }: Pick<PlanTableProps, 'onEdit' | 'onDelete'>) {
  const { t } = useLingui();
  const { money } = useFormat();
  const mayChange = can('operator.manageCatalog');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the formatters change with the language, as `t` does
  return useMemo(
    () =>
      column.columns([
        column.accessor('name', {
          header: t`Name`,
          cell: ({ row: { original } }) => <PlanName plan={original} />,
          meta: { card: 'title', skeleton: 'w-36' },
        }),
        column.accessor('processingType', {
          id: 'type',
          header: t`Type`,
          cell: ({ getValue }) => (getValue() === 1 ? <Trans>Manual</Trans> : 'Stripe'),
          meta: { skeleton: 'w-16' },
        }),
        column.accessor('featuredText', {
          header: t`Featured text`,
          cell: ({ getValue }) => getValue() ?? '–',
          meta: { skeleton: 'w-24' },
        }),
        column.accessor('fromAmountPerMonth', {
          id: 'amountPerMonth',
          header: t`Amount per month`,
          cell: ({ row: { original } }) =>
            original.fromAmountPerMonth === null
              ? '–'
              : money(original.fromAmountPerMonth, original.pricePlans[0]?.currency),
          meta: { card: 'amount', align: 'end', skeleton: 'w-16' },
        }),
        column.accessor('description', {
          header: t`Description`,
          cell: ({ getValue }) => getValue(),
          meta: { truncate: true, skeleton: 'w-48' },
        }),
        ...(mayChange
          ? [
              column.display({
                id: 'actions',
                header: () => <ActionsHeader />,
                cell: ({ row: { original } }) => <PlanActions plan={original} onEdit={onEdit} onDelete={onDelete} />,
                meta: { card: 'actions', align: 'end', skeleton: 'w-16' },
              }),
            ]
          : []),
      ]),
    [t, mayChange, onEdit, onDelete],
  );
}

function PlanName({ plan: { name, isTrial, isActive } }: { plan: SubscriptionPlan }) {
  const { t } = useLingui();
  const trial = t({ message: 'Trial', context: 'plan' });
  return (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <span className="truncate">{name}</span>
      {isTrial && name !== trial && <Badge tone="neutral">{trial}</Badge>}
      {!isActive && (
        <Badge tone="neutral">
          <Trans context="plan">Not on sale</Trans>
        </Badge>
      )}
    </span>
  );
}

function PlanActions({
  plan,
  onEdit,
  onDelete,
}: Pick<PlanTableProps, 'onEdit' | 'onDelete'> & { plan: SubscriptionPlan }) {
  const { t } = useLingui();
  const { name } = plan;
  return (
    <span className="inline-flex gap-1">
      <IconButton size="sm" label={t`Edit ${name}`} aria-haspopup="dialog" onClick={() => onEdit(plan)}>
        <Pencil aria-hidden="true" />
      </IconButton>
      <IconButton size="sm" label={t`Delete ${name}`} aria-haspopup="dialog" onClick={() => onDelete(plan)}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </span>
  );
}
