import { Trans, useLingui } from '@lingui/react/macro';
import type { InvoiceRow, PaymentRow } from '@portico/contract';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { isDueLater } from '../../../lib/due.ts';
import { useFormat } from '../../../lib/format.ts';
import { useRememberedCount } from '../../../lib/remembered-count.ts';
import { phone, useMedia } from '../../../lib/use-media.ts';
import { useAttention } from '../../../notices/attention/attention.api.ts';
import { unpaidIn } from '../../../notices/attention/model/attention.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { ListRow, rowLinkClasses } from '../../../ui/list-row.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { InvoiceLinks } from '../../invoices/components/invoice-links.tsx';
import { InvoiceStatus } from '../../invoices/components/invoice-status.tsx';
import { describeSubject } from '../../invoices/invoice-rules.ts';
import { PaymentStatus } from '../../payments/components/payment-status.tsx';
import { useLatestPayments } from '../../payments/payments.api.ts';
import { useLatestInvoices } from './overview-data.ts';

/** The maximum number of invoices, and of payments (UI-15). */
const shown = 5;

/** The newest invoices and payments; on phones, one list with a switch. */
export function LatestLists() {
  const { t } = useLingui();
  const isPhone = useMedia(phone);
  const [choice, setChoice] = useState<'invoices' | 'payments'>('invoices');
  if (!isPhone) {
    return (
      <>
        <LatestInvoices />
        <LatestPayments />
      </>
    );
  }
  const switcher = (
    <SegmentedControl
      label={t`Invoices or payments`}
      value={choice}
      onChange={setChoice}
      options={[
        { value: 'invoices', label: <Trans>Invoices</Trans> },
        { value: 'payments', label: <Trans>Payments</Trans> },
      ]}
    />
  );
  return choice === 'invoices' ? <LatestInvoices switcher={switcher} /> : <LatestPayments switcher={switcher} />;
}

interface SwitchedProps {
  /** Replaces the title on phones. */
  switcher?: ReactNode;
}

/** The newest five invoices, with a link to all of them (INV-3). */
function LatestInvoices({ switcher }: SwitchedProps) {
  const { t } = useLingui();
  const pastDue = usePastDueInvoices();
  return (
    <LatestCard
      name="invoices"
      switcher={switcher}
      title={t`Invoices`}
      all="/Billing/Invoices"
      allLabel={t`View all: invoices`}
      query={useLatestInvoices()}
      errorTitle={<Trans>The invoices could not be loaded</Trans>}
      empty={<Trans>No invoice yet</Trans>}
      renderRow={(invoice) => (
        <InvoiceRowItem key={invoice.stripeId} invoice={invoice} isPastDue={pastDue.has(invoice.stripeId)} />
      )}
    />
  );
}

/** The newest five payments, with a link to all of them (PAY-9). */
function LatestPayments({ switcher }: SwitchedProps) {
  const { t } = useLingui();
  return (
    <LatestCard
      name="payments"
      switcher={switcher}
      title={t`Payments`}
      all="/Billing/Payments"
      allLabel={t`View all: payments`}
      query={useLatestPayments()}
      errorTitle={<Trans>The payments could not be loaded</Trans>}
      empty={<Trans>No payment yet</Trans>}
      renderRow={(payment) => <PaymentRowItem key={payment.stripeId} payment={payment} />}
    />
  );
}

/** The ids of the past-due invoices, which the banner names. */
function usePastDueInvoices(): ReadonlySet<string> {
  const unpaid = unpaidIn(useAttention().data?.items ?? []);
  return new Set(unpaid.filter((item) => !isDueLater(item)).map(({ invoiceId }) => invoiceId));
}

function InvoiceRowItem({ invoice, isPastDue }: { invoice: InvoiceRow; isPastDue: boolean }) {
  const { money } = useFormat();
  const number = invoice.number ?? <Trans>No number yet</Trans>;
  const subject = describeSubject(invoice);
  return (
    <ListRow
      isBad={isPastDue}
      title={
        <Link to="/Billing/Invoices/$id/Details" params={{ id: invoice.stripeId }} className={rowLinkClasses}>
          {subject ?? number}
          {subject && <span className="sr-only"> {number}</span>}
        </Link>
      }
      tag={
        isPastDue ? (
          <Badge tone="bad">
            <Trans>Past due</Trans>
          </Badge>
        ) : (
          <InvoiceStatus invoice={invoice} />
        )
      }
      note={subject && number}
      at={invoice.created}
      amount={money(invoice.total, invoice.currency)}
      action={<InvoiceLinks invoice={invoice} />}
    />
  );
}

function PaymentRowItem({ payment }: { payment: PaymentRow }) {
  const { money } = useFormat();
  const { stripeId, description, productName } = payment;
  const isProductMissing = productName !== null && !description?.includes(productName);
  return (
    <ListRow
      title={
        <Link to="/Billing/Payments/$id/Details" params={{ id: stripeId }} className={rowLinkClasses}>
          {description ?? <Trans>Payment without a description</Trans>}
        </Link>
      }
      tag={<PaymentStatus status={payment.status} />}
      note={isProductMissing && productName}
      at={payment.paidAt ?? payment.created}
      amount={money(payment.amount, payment.currency)}
    />
  );
}

interface LatestCardProps<Row> extends SwitchedProps {
  /** The key of the remembered number of rows. */
  name: string;
  title: string;
  /** The path of the complete list. */
  all: '/Billing/Payments' | '/Billing/Invoices';
  allLabel: string;
  query: {
    data: { items: readonly Row[]; total: number } | undefined;
    error: Error | null;
    isFetching: boolean;
    refetch: () => unknown;
  };
  errorTitle: ReactNode;
  empty: ReactNode;
  renderRow: (row: Row) => ReactNode;
}

function LatestCard<Row>(props: LatestCardProps<Row>) {
  const { name, switcher, title, all, allLabel, query, errorTitle, empty, renderRow } = props;
  const { data, error, isFetching, refetch } = query;
  const count = useRememberedCount(name, data?.items.length ?? null, shown, shown);
  return (
    <Card className="overflow-hidden">
      <CardHeader
        className="min-h-14 px-pad py-2 max-sm:min-h-11"
        title={switcher ?? title}
        action={
          data &&
          data.total > 0 && (
            <TextLink to={all} aria-label={allLabel} className="touch-area">
              <Trans>View all</Trans> <ArrowRight aria-hidden="true" />
            </TextLink>
          )
        }
      />
      {data && data.items.length > 0 && (
        <ul aria-label={title} className="divide-y divide-line border-t border-line">
          {data.items.map(renderRow)}
        </ul>
      )}
      {data?.items.length === 0 && <p className="px-pad pb-4 text-muted">{empty}</p>}
      {!data && !error && (
        <div aria-hidden="true" className="divide-y divide-line border-t border-line">
          {Array.from({ length: count }, (_, row) => row).map((row) => (
            <div key={row} className="flex min-h-12 items-center px-pad sm:min-h-14">
              <Skeleton className="w-40" />
            </div>
          ))}
        </div>
      )}
      {error && !data && (
        <ErrorState error={error} title={errorTitle} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
    </Card>
  );
}
