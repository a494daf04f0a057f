import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { useRememberedCount } from '../../../lib/remembered-count.ts';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { ListRow } from '../../../ui/list-row.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { InvoiceLinks } from '../../invoices/components/invoice-links.tsx';
import { InvoiceStatus } from '../../invoices/components/invoice-status.tsx';
import { NoInvoices } from '../../invoices/components/invoice-table.tsx';
import { InvoiceLink } from '../../invoices/components/invoice-text.tsx';
import { describeSubject } from '../../invoices/invoice-rules.ts';
import { PaymentStatus } from '../../payments/components/payment-status.tsx';
import { NoPayments, PaymentLink } from '../../payments/components/payment-table.tsx';
import { useLatestPayments } from '../../payments/payments.api.ts';
import { useLatestInvoices } from './overview-data.ts';

/** The maximum number of invoices, and of payments (UI-15). */
const shown = 5;

/** The newest five payments and the newest five invoices, each with a link to all of them (INV-3, PAY-9). */
export function LatestCards() {
  const { t } = useLingui();
  const { money } = useFormat();
  const invoices = useLatestInvoices();
  const payments = useLatestPayments();
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <LatestCard
        name="payments"
        title={t`Payments`}
        all="/Billing/Payments"
        allLabel={t`View all: payments`}
        query={payments}
        errorTitle={<Trans>The payments could not be loaded</Trans>}
        empty={<NoPayments />}
        renderRow={(payment) => (
          <ListRow
            key={payment.stripeId}
            title={<PaymentLink payment={payment} />}
            tag={<PaymentStatus status={payment.status} />}
            at={payment.paidAt ?? payment.created}
            amount={money(payment.amount, payment.currency)}
          />
        )}
      />
      <LatestCard
        name="invoices"
        title={t`Invoices`}
        all="/Billing/Invoices"
        allLabel={t`View all: invoices`}
        query={invoices}
        errorTitle={<Trans>The invoices could not be loaded</Trans>}
        empty={<NoInvoices className="pt-4 pb-8" />}
        renderRow={(invoice) => (
          <ListRow
            key={invoice.stripeId}
            title={<InvoiceLink invoice={invoice} />}
            tag={<InvoiceStatus invoice={invoice} />}
            note={describeSubject(invoice)}
            at={invoice.created}
            amount={money(invoice.total, invoice.currency)}
            action={<InvoiceLinks invoice={invoice} />}
          />
        )}
      />
    </div>
  );
}

interface LatestCardProps<Row> {
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

function LatestCard<Row>({ name, title, all, allLabel, query, errorTitle, empty, renderRow }: LatestCardProps<Row>) {
  const { data, error, isFetching, refetch } = query;
  const count = useRememberedCount(name, data?.items.length ?? null, shown, shown);
  return (
    <Card className="overflow-hidden">
      <CardHeader
        className="min-h-14 py-3"
        title={title}
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
      {data?.items.length === 0 && empty}
      {!data && !error && (
        <div aria-hidden="true" className="divide-y divide-line border-t border-line">
          {Array.from({ length: count }, (_, row) => row).map((row) => (
            <div key={row} className="flex min-h-14 items-center px-5">
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
