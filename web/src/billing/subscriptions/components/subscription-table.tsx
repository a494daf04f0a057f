import { Trans, useLingui } from '@lingui/react/macro';
import type { Subscription, UpcomingInvoice } from '@portico/contract';
import { useMemo } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { subscriptionLink } from '../../../lib/subscription-link.ts';
import { useUnits } from '../../../lib/units.ts';
import { tightTable, useMedia } from '../../../lib/use-media.ts';
import { columnsFor } from '../../../ui/data-table/columns.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { ListSearch } from '../../../ui/data-table/search.ts';
import { TextLink } from '../../../ui/link.tsx';
import { Day } from '../../../ui/moment.tsx';
import { isLive } from '../subscription-rules.ts';
import { useNextCharges, useSubscriptions } from '../subscriptions.api.ts';
import { NoSubscriptions } from './no-subscriptions.tsx';
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

/** On narrow screens quantity and start are omitted. */
function useSubscriptionColumns() {
  const { t } = useLingui();
  const units = useUnits();
  const charges = useNextCharges();
  const isTight = useMedia(tightTable);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the formatters change with the language, as `t` does
  return useMemo(() => {
    const quantity = column.display({
      id: 'quantity',
      header: t`Quantity`,
      cell: ({ row }) => (
        <span className="whitespace-nowrap">{units.count(row.original.unit, row.original.quantity)}</span>
      ),
      meta: { align: 'end', skeleton: 'w-16' },
    });
    const started = column.accessor('startDate', {
      header: t`Started`,
      cell: ({ getValue }) => <Day at={getValue()} />,
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
        header: t`Next payment`,
        cell: ({ row }) => <NextAmount subscription={row.original} charge={charges?.get(row.original.id)} />,
        meta: { align: 'end', card: 'amount', skeleton: 'w-24' },
      }),
    ]);
  }, [t, isTight, charges]);
}

interface CellProps {
  subscription: Subscription;
}

function ProductAndPlan({ subscription: { id, productId, productName, subscriptionPlanName } }: CellProps) {
  return (
    // A long name wraps, so that the other columns stay visible.
    <span className="block max-w-72 whitespace-normal wrap-anywhere sm:min-w-36">
      <TextLink {...subscriptionLink(productId, id)}>{productName}</TextLink>
      <span className="block text-sm font-normal text-muted">{subscriptionPlanName}</span>
    </span>
  );
}

function Status({ subscription }: CellProps) {
  return <StatusTags subscription={subscription} />;
}

/** The next event and its day, with the days left if a decision is near. */
function NextStep({ subscription }: CellProps) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="lg:whitespace-nowrap">
        <NextStepText subscription={subscription} />
      </span>
      <ExpirationBadge subscription={subscription} />
    </span>
  );
}

/** The next charge with tax, and the recurring price before tax; only the latter if the charge is unknown. */
function NextAmount({ subscription, charge }: CellProps & { charge: UpcomingInvoice | undefined }) {
  const { money } = useFormat();
  // The next charge is for the scheduled content.
  const amount = useAmountText()({ ...subscription, ...subscription.scheduledChange });
  if (!charge)
    return <span className="whitespace-nowrap">{isLive(subscription) && !subscription.cancelAt ? amount : '–'}</span>;
  return (
    <span className="inline-block text-right lg:whitespace-nowrap">
      <span className="block font-medium">{money(charge.amountDue, charge.currency)}</span>
      <span className="block text-sm whitespace-normal text-muted max-sm:hidden lg:whitespace-nowrap">
        <Trans>{amount} before tax</Trans>
      </span>
    </span>
  );
}
