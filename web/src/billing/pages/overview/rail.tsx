import { Plural, Trans } from '@lingui/react/macro';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { can } from '../../../lib/permissions.ts';
import { useRememberedCount } from '../../../lib/remembered-count.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { Day } from '../../../ui/moment.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useNextPayments } from '../../billing-overviews/billing-overviews.api.ts';
import { useBalance } from '../../invoices/invoices.api.ts';
import { useLatestPayments } from '../../payments/payments.api.ts';
import { BilledTo } from './billed-to.tsx';
import { RailCard } from './rail-card.tsx';

/** Beside the column: the next charges, the credit header and the addressee. */
export function Rail({ renderLogo }: { renderLogo: (productId: string, name: string) => ReactNode }) {
  return (
    <>
      <ComingUp renderLogo={renderLogo} />
      <PaidSoFar />
      {can('billingDetails.view') && <BilledTo />}
    </>
  );
}

/** Maximum number of charges in the rail. */
const comingShown = 3;

/** The next charges, with a link to the upcoming invoices. Hidden on phones and if there are none. */
function ComingUp({ renderLogo }: { renderLogo: (productId: string, name: string) => ReactNode }) {
  const { money } = useFormat();
  const { data, isPending } = useNextPayments();
  const items = data?.items.slice(0, comingShown) ?? [];
  const rows = useRememberedCount('coming-up', data ? items.length : null, comingShown, comingShown);
  if (!isPending && items.length === 0) return null;
  return (
    <RailCard
      className="max-sm:hidden"
      title={<Trans>Coming up</Trans>}
      action={
        can('invoices.view') && (
          <TextLink to="/Billing/Invoices/Upcoming">
            <Trans>View all</Trans> <ArrowRight aria-hidden="true" />
          </TextLink>
        )
      }
    >
      <ul className="divide-y divide-line">
        {items.map(({ subscriptionId, productId, productName, at, amountDue, currency }) => (
          <li key={subscriptionId} className="flex h-13 items-center gap-2.5">
            {renderLogo(productId, productName)}
            <span className="min-w-0 flex-1">
              <span className="block truncate">{productName}</span>
              <Day at={at} isShort className="block text-sm text-muted" />
            </span>
            <span className="font-medium tabular-nums">{money(amountDue, currency)}</span>
          </li>
        ))}
        {isPending &&
          Array.from({ length: rows }, (_, row) => row).map((row) => (
            <li key={row} aria-hidden="true" className="flex h-13 items-center justify-between">
              <Skeleton className="w-32" />
              <Skeleton className="w-16" />
            </li>
          ))}
      </ul>
    </RailCard>
  );
}

/** The credit header: amount spent, number of payments, since when, and the ending balance (PAY-2). */
function PaidSoFar() {
  const { money } = useFormat();
  const balance = useBalance();
  const payments = useLatestPayments();
  const { data } = payments;
  const since = data?.since && <Day at={data.since} />;
  return (
    <RailCard
      title={<Trans>Paid so far</Trans>}
      action={
        <TextLink to="/Billing" search={{ tab: 'spending' }}>
          <Trans>See spending</Trans> <ArrowRight aria-hidden="true" />
        </TextLink>
      }
    >
      {payments.error && !data ? (
        <ErrorState
          className="py-2"
          error={payments.error}
          title={<Trans>The amount paid could not be loaded</Trans>}
          onRetry={() => void payments.refetch()}
          isRetrying={payments.isFetching}
        />
      ) : (
        <>
          <p className="flex h-8 items-center text-xl font-semibold tracking-tight tabular-nums">
            {data ? money(data.spent) : <Skeleton className="h-6 w-28" />}
          </p>
          <p className="min-h-10 text-sm text-muted max-sm:min-h-5">
            {since && (
              <Trans>
                <Plural value={data.successPaymentsCount} one="# payment" other="# payments" /> since {since}, including
                tax, after refunds
              </Trans>
            )}
            {data && !since && <Trans>No payment yet</Trans>}
          </p>
        </>
      )}
      <AccountCredit balance={balance} />
    </RailCard>
  );
}

/** The ending balance. A debt is added to the next invoice. */
function AccountCredit({ balance: { data, isPending } }: { balance: ReturnType<typeof useBalance> }) {
  const { money } = useFormat();
  return (
    <dl className="mt-3 flex items-baseline justify-between gap-3 border-t border-line pt-3 max-sm:mt-2 max-sm:pt-2">
      <dt className="text-muted">
        <Trans>Account credit</Trans>
        {data && data.endingBalance < 0 && (
          <span className="block text-sm">
            <Trans>Added to your next invoice</Trans>
          </span>
        )}
      </dt>
      <dd className="font-medium tabular-nums">
        {data ? money(data.endingBalance, data.currency) : isPending ? <Skeleton className="w-14" /> : '–'}
      </dd>
    </dl>
  );
}
