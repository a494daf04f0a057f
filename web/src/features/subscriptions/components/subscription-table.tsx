import { Trans, useLingui } from '@lingui/react/macro';
import type { Subscription } from '@portico/contract';
import { Repeat } from 'lucide-react';
import { useMemo } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { tightTable, useMedia } from '../../../lib/use-media.ts';
import { columnsFor, DataTable, type ListSearch } from '../../../ui/data-table/index.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ButtonLink, TextLink } from '../../../ui/link.tsx';
import { useSubscriptions } from '../api/list-subscriptions.ts';
import { nextMoment } from '../subscription-rules.ts';
import { ExpirationBadge, NextStepText, StatusTags, useAmountText } from './subscription-text.tsx';

type SortField = 'startDate' | 'productName' | 'status' | 'expirationDate';

interface SubscriptionTableProps {
  search: ListSearch<SortField>;
  onSearchChange: (change: Partial<ListSearch>) => void;
}

const column = columnsFor<Subscription>();

/** All subscriptions of the account, sorted and paged by the server. */
export function SubscriptionTable({ search, onSearchChange }: SubscriptionTableProps) {
  const { t } = useLingui();
  const columns = useSubscriptionColumns();
  return (
    <DataTable
      caption={t`Subscriptions`}
      columns={columns}
      query={useSubscriptions(search)}
      rowId={(row) => String(row.id)}
      search={search}
      onSearchChange={onSearchChange}
      errorTitle={<Trans>The subscriptions could not be loaded</Trans>}
      empty={<NoSubscriptions />}
    />
  );
}

/** A tight table leaves out the quantity and the start. */
function useSubscriptionColumns() {
  const { t } = useLingui();
  const { date, number } = useFormat();
  const amountText = useAmountText();
  const isTight = useMedia(tightTable);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the formatters change with the language, as `t` does
  return useMemo(() => {
    const quantity = column.display({
      id: 'quantity',
      header: t`Quantity`,
      cell: ({ row }) => number(row.original.quantity),
      meta: { align: 'end', skeleton: 'w-8' },
    });
    const started = column.accessor('startDate', {
      header: t`Started`,
      cell: ({ getValue }) => <span className="whitespace-nowrap">{date(getValue())}</span>,
      meta: { skeleton: 'w-24' },
    });
    return column.columns([
      column.accessor('productName', {
        header: t`Product`,
        cell: ({ row }) => <ProductAndPlan subscription={row.original} />,
        meta: { card: 'title', skeleton: 'w-36 h-9' },
      }),
      column.accessor('status', {
        header: t`Status`,
        cell: ({ row }) => <Status subscription={row.original} />,
        meta: { card: 'status', skeleton: 'w-16' },
      }),
      ...(isTight ? [] : [quantity, started]),
      column.accessor('expirationDate', {
        header: t`Renews or ends`,
        cell: ({ row }) => <NextStep subscription={row.original} />,
        meta: { skeleton: 'w-44' },
      }),
      column.display({
        id: 'amount',
        header: t`Amount`,
        cell: ({ row }) => <span className="whitespace-nowrap">{amountText(row.original)}</span>,
        meta: { align: 'end', card: 'amount', skeleton: 'w-24' },
      }),
    ]);
  }, [t, isTight]);
}

interface CellProps {
  subscription: Subscription;
}

function ProductAndPlan({ subscription: { id, productName, subscriptionPlanName } }: CellProps) {
  return (
    <>
      <TextLink to="/Billing/Subscription/$id" params={{ id: String(id) }}>
        {productName}
      </TextLink>
      <span className="block text-sm font-normal text-muted">{subscriptionPlanName}</span>
    </>
  );
}

function Status({ subscription }: CellProps) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <StatusTags subscription={subscription} />
      <span className="sm:hidden">
        <ExpirationBadge subscription={subscription} />
      </span>
    </span>
  );
}

/** What comes next, and when; a card has room for the day alone. */
function NextStep({ subscription }: CellProps) {
  const { date } = useFormat();
  const moment = nextMoment(subscription);
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 max-sm:hidden">
        <span className="whitespace-nowrap">
          <NextStepText subscription={subscription} />
        </span>
        <ExpirationBadge subscription={subscription} />
      </span>
      <span className="sm:hidden">{moment ? date(moment) : '–'}</span>
    </>
  );
}

export function NoSubscriptions({ className }: { className?: string }) {
  return (
    <EmptyState
      className={className}
      icon={Repeat}
      title={<Trans>No subscription yet</Trans>}
      description={<Trans>Choose a product and a plan to begin.</Trans>}
      action={
        <ButtonLink to="/products" variant="primary">
          <Trans>See the products</Trans>
        </ButtonLink>
      }
    />
  );
}
