import { Plural, Trans } from '@lingui/react/macro';
import { useFormat } from '../../../lib/format.ts';
import { Card } from '../../../ui/card.tsx';
import type { ListSearch } from '../../../ui/data-table/search.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { usePayments } from '../payments.api.ts';
import { PaymentTable } from './payment-table.tsx';

type PaymentSearch = ListSearch<'created' | 'amount' | 'status' | 'description'>;

interface AllPaymentsProps {
  search: PaymentSearch;
  onSearchChange: (change: Partial<PaymentSearch>) => void;
}

/** All payments of the account, sorted and paged by the server, with the total paid (PAY-1). */
export function AllPayments({ search, onSearchChange }: AllPaymentsProps) {
  const query = usePayments(search);
  return (
    <>
      <p className="-mt-3 mb-5 flex min-h-5 items-center max-sm:min-h-11 text-muted">
        {query.data ? <Totals totals={query.data} /> : query.isPending && <Skeleton className="w-72 max-w-full" />}
      </p>
      <Card className="overflow-hidden">
        <PaymentTable
          query={query}
          search={search}
          onSearchChange={onSearchChange as (change: Partial<ListSearch>) => void}
        />
      </Card>
    </>
  );
}

type PaymentTotals = Pick<
  NonNullable<ReturnType<typeof usePayments>['data']>,
  'items' | 'since' | 'spent' | 'successPaymentsCount'
>;

function Totals({ totals: { items, since, spent, successPaymentsCount: count } }: { totals: PaymentTotals }) {
  const { money, date } = useFormat();
  if (since === null) return <Trans>Nothing was paid yet</Trans>;
  const amount = money(spent, items[0]?.currency);
  const day = date(since);
  return (
    <span>
      <Trans>
        <strong className="font-medium text-ink tabular-nums">{amount}</strong> spent in{' '}
        <Plural value={count} one="# payment" other="# payments" /> since{' '}
        <time dateTime={since} title={date(since, 'exact')}>
          {day}
        </time>
      </Trans>
    </span>
  );
}
