import { Plural, Trans } from '@lingui/react/macro';
import type { useUpcomingInvoices } from '../../../billing/invoices/invoices.api.ts';
import { useFormat } from '../../../lib/format.ts';
import { can } from '../../../lib/permissions.ts';
import { preloaded } from '../../../lib/preloaded.ts';
import { useShortDate } from '../../../lib/short-date.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';

type Upcoming = ReturnType<typeof useUpcomingInvoices>;

/** The account's name and, for users who may see it, the next payment after credit. */
export function NextPayment({ upcoming }: { upcoming: Upcoming }) {
  return (
    <span className="flex flex-wrap gap-x-1.5 max-sm:flex-col">
      <span className="min-w-0">{preloaded().user?.accountName}</span>
      {can('invoices.view') && (
        <>
          <span aria-hidden="true" className="max-sm:hidden">
            ·
          </span>
          <Payment upcoming={upcoming} />
        </>
      )}
    </span>
  );
}

function Payment({ upcoming: { data, isPending, isError } }: { upcoming: Upcoming }) {
  const { money } = useFormat();
  const day = useShortDate();
  if (isPending) return <Skeleton className="my-0.5 w-64 max-w-full" />;
  if (isError && !data) return null;
  const [first] = data.items;
  const next = data.items.find(({ amountDue }) => amountDue > 0);
  if (!first) return <Trans>No payment is planned</Trans>;
  if (!next) {
    const covered = day(first.created);
    return <Trans>Your credit pays what is due on {covered}</Trans>;
  }
  const amount = money(next.amountDue, next.currency);
  const date = day(next.created);
  const product = next.productName;
  const others = data.items.filter((item) => item !== next && item.amountDue > 0 && day(item.created) === date).length;
  return (
    <span>
      <Trans>
        Next payment <strong className="font-medium text-ink tabular-nums">{amount}</strong> on{' '}
        <strong className="font-medium text-ink">{date}</strong>, for {product}
      </Trans>
      {others > 0 && (
        <>
          {' '}
          <Plural value={others} one="and # more on the same day" other="and # more on the same day" />
        </>
      )}
      {next.isEstimate && (
        <>
          {' '}
          <Trans comment="After a payment: that tax is not in it">(before tax)</Trans>
        </>
      )}
    </span>
  );
}
