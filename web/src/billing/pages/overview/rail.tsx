import { Plural, Trans } from '@lingui/react/macro';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { addressLines } from '../../../lib/address-lines.ts';
import { useFormat } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale.ts';
import { can } from '../../../lib/permissions.ts';
import { useRememberedCount } from '../../../lib/remembered-count.ts';
import { useRecipients } from '../../../notices/billing-recipients/billing-recipients.api.ts';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { Day } from '../../../ui/moment.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useBillingDetails } from '../../billing-details/billing-details.api.ts';
import { useNextPayments } from '../../billing-overviews/billing-overviews.api.ts';
import { useBalance } from '../../invoices/invoices.api.ts';
import { useLatestPayments } from '../../payments/payments.api.ts';

interface RailCardProps {
  title: ReactNode;
  action?: ReactNode;
  className?: string;
  children: ReactNode;
}

function RailCard({ title, action, className, children }: RailCardProps) {
  return (
    <Card className={className}>
      <section>
        <CardHeader className="px-pad pt-4 pb-2 max-sm:pt-3" title={title} action={action} />
        <div className="px-pad pb-4 max-sm:pb-3">{children}</div>
      </section>
    </Card>
  );
}

/** The number of charges in the rail. */
const comingShown = 3;

/** The next charges, with a link to the upcoming invoices. It is left out on phones and without a charge. */
export function ComingUp({ renderLogo }: { renderLogo: (productId: string, name: string) => ReactNode }) {
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
export function PaidSoFar() {
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
          title={<Trans>What was paid could not be loaded</Trans>}
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
                <Plural value={data.successPaymentsCount} one="# payment" other="# payments" /> since {since}, after
                refunds and with tax
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

/** The addressee of the invoices, and who gets them by mail; on phones without the address. */
export function BilledTo() {
  const locale = useLocale();
  const { data, error, isFetching, refetch } = useBillingDetails();
  const lines = data?.address ? addressLines(data.address, locale) : [];
  return (
    <RailCard
      title={<Trans>Billed to</Trans>}
      action={
        <TextLink to="/Billing/Details">
          <Trans>Edit</Trans>
          <span className="sr-only">
            {' '}
            <Trans>billing details</Trans>
          </span>
        </TextLink>
      }
    >
      {error && !data ? (
        <ErrorState
          className="py-2"
          error={error}
          title={<Trans>The billing details could not be loaded</Trans>}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : data ? (
        <address className="not-italic wrap-anywhere">
          <span className="block font-medium">{data.companyName}</span>
          {lines.map((line) => (
            <span key={line} className="block text-muted max-sm:hidden">
              {line}
            </span>
          ))}
        </address>
      ) : (
        <div aria-hidden="true" className="flex h-21 flex-col justify-around max-sm:h-5">
          <Skeleton className="w-32" />
          <Skeleton className="w-44 max-sm:hidden" />
        </div>
      )}
      <MailedTo billingEmail={data?.email} />
    </RailCard>
  );
}

function MailedTo({ billingEmail }: { billingEmail: string | undefined }) {
  const { data } = useRecipients();
  const others = data?.items.filter(({ state }) => state === 'confirmed').map(({ email }) => email) ?? [];
  const emails = [...new Set([billingEmail, ...others].filter(Boolean))];
  if (billingEmail !== undefined && emails.length === 0) return null;
  return (
    <div className="mt-3 border-t border-line pt-3 max-sm:mt-0 max-sm:border-t-0 max-sm:pt-0.5">
      <p className="text-sm text-muted">
        <Trans>Invoices are emailed to</Trans>
      </p>
      <p className="mt-0.5 flex min-h-5 flex-col wrap-anywhere max-sm:block">
        {billingEmail === undefined && <Skeleton className="w-40" />}
        {emails.map((email, index) => (
          <span key={email}>
            {email}
            {index < emails.length - 1 && <span className="sm:hidden">, </span>}
          </span>
        ))}
      </p>
    </div>
  );
}
