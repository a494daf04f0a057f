import { Trans } from '@lingui/react/macro';
import type { PendingInvoice } from '@portico/contract';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { Day } from '../../../ui/moment.tsx';
import { describeSubject } from '../invoice-rules.ts';
import { usePending } from '../invoices.api.ts';
import { PayPending } from './invoice-links.tsx';
import { InvoiceStatus } from './invoice-status.tsx';

/** An invoice's page. */
const invoiceDetails: string = '/Billing/Invoices/$id/Details';

/** The maximum number of items in the card; the next invoice has all of them. */
const shownItems = 5;

/** Drafts, open invoices, and items that wait for an invoice (INV-7). Renders nothing without any of them. */
export function PendingCard() {
  const { data, error, refetch, isFetching } = usePending();
  const { money, number } = useFormat();
  if (error && !data) {
    return (
      <Card>
        <ErrorState
          error={error}
          title={<Trans>What is pending could not be loaded</Trans>}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      </Card>
    );
  }
  if (!data || (data.total === 0 && data.pendingItems.length === 0)) return null;
  const [item] = data.pendingItems;
  const total = item && money(data.pendingItemsTotal, item.currency);
  const count = number(data.total);
  return (
    <Card>
      <CardHeader
        title={<Trans>Pending</Trans>}
        description={total && <Trans>{total} will be on your next invoice.</Trans>}
        action={
          data.total > data.items.length && (
            <TextLink to="/Billing/Invoices/Pending" className="touch-area">
              <Trans>See all {count}</Trans> <ArrowRight aria-hidden="true" />
            </TextLink>
          )
        }
      />
      <ul className="divide-y divide-line border-t border-line">
        {data.items.map((invoice) => (
          <PendingInvoiceRow key={invoice.stripeId} invoice={invoice} />
        ))}
        {data.pendingItems.slice(0, shownItems).map(({ stripeId, description, amount, currency, created }) => (
          <Row
            key={stripeId}
            title={description ?? <Trans>Item without a description</Trans>}
            created={created}
            amount={money(amount, currency)}
          />
        ))}
      </ul>
    </Card>
  );
}

function PendingInvoiceRow({ invoice }: { invoice: PendingInvoice }) {
  const { money } = useFormat();
  const { stripeId, number, created, amountRemaining, currency } = invoice;
  return (
    <Row
      title={
        <TextLink to={invoiceDetails} params={{ id: stripeId }} className="touch-area tabular-nums">
          {number ?? <Trans>Draft invoice</Trans>}
        </TextLink>
      }
      note={describeSubject(invoice)}
      tag={<InvoiceStatus invoice={invoice} />}
      created={created}
      amount={money(amountRemaining, currency)}
      action={<PayPending invoice={invoice} />}
    />
  );
}

interface RowProps {
  title: ReactNode;
  note?: ReactNode;
  tag?: ReactNode;
  created: string;
  amount: string;
  action?: ReactNode;
}

function Row({ title, note, tag, created, amount, action }: RowProps) {
  return (
    <li className="flex min-h-14 items-center gap-4 px-5 py-2">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          <span className="wrap-anywhere">{title}</span>
          {tag}
        </p>
        <p className="truncate text-sm text-muted">
          {note && <>{note} · </>}
          <Day at={created} />
        </p>
      </div>
      <span className="font-medium whitespace-nowrap tabular-nums">{amount}</span>
      {action}
    </li>
  );
}
