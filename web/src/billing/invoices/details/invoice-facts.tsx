import { Trans } from '@lingui/react/macro';
import type { InvoiceDetail } from '@portico/contract';
import type { ReactNode } from 'react';
import { addressLines } from '../../../lib/address-lines.ts';
import { useFormat } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale.ts';
import { useKindName } from '../../../lib/tax-id-name.ts';
import { Card } from '../../../ui/card.tsx';
import { LongId } from '../../../ui/long-id.tsx';
import { Day } from '../../../ui/moment.tsx';
import { AmountDue } from './amount-due.tsx';

interface InvoiceFactsProps {
  invoice: InvoiceDetail;
  /** Renders the card that paid the invoice, with its brand's mark. */
  renderCard: (card: NonNullable<InvoiceDetail['paidWith']>) => ReactNode;
}

/** The key figure, dates, period and numbers. */
export function InvoiceFacts({ invoice, renderCard }: InvoiceFactsProps) {
  const { date } = useFormat();
  const { created, dueDate, receiptNumber, stripeId } = invoice;
  const { periodStart, periodEnd } = linesPeriod(invoice);
  const [from, to] = [date(periodStart), date(periodEnd)];
  return (
    <Card className="px-4 py-4 sm:px-6 sm:py-5">
      <AmountDue invoice={invoice} />
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-4 border-t border-line pt-4 sm:grid-cols-3">
        <Fact label={<Trans>Created</Trans>}>
          <Day at={created} />
        </Fact>
        {dueDate && (
          <Fact label={<Trans>Due date</Trans>}>
            <Day at={dueDate} />
          </Fact>
        )}
        <Fact label={<Trans>Period</Trans>}>
          <span title={`${date(periodStart, 'exact')} – ${date(periodEnd, 'exact')}`}>
            {from === to ? from : `${from} – ${to}`}
          </span>
        </Fact>
        <Fact label={<Trans>Receipt number</Trans>}>{receiptNumber ?? '–'}</Fact>
        {invoice.paidWith && <Fact label={<Trans>Paid with</Trans>}>{renderCard(invoice.paidWith)}</Fact>}
        <Fact label={<Trans>Invoice ID</Trans>}>
          <LongId value={stripeId} />
        </Fact>
      </dl>
    </Card>
  );
}

/** The period of the lines. For a renewal, Stripe's own period of the invoice is the previous one (INV-12). */
function linesPeriod({ lines, ...invoice }: InvoiceDetail): Pick<InvoiceDetail, 'periodStart' | 'periodEnd'> {
  const charged = lines.items.filter((line) => !line.isProration && line.periodStart !== line.periodEnd);
  const [first] = charged;
  if (!first || lines.totalPages > 1) return invoice;
  return charged.reduce<Pick<InvoiceDetail, 'periodStart' | 'periodEnd'>>(
    ({ periodStart, periodEnd }, line) => ({
      periodStart: line.periodStart < periodStart ? line.periodStart : periodStart,
      periodEnd: line.periodEnd > periodEnd ? line.periodEnd : periodEnd,
    }),
    first,
  );
}

function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="mt-0.5 tabular-nums">{children}</dd>
    </div>
  );
}

/** The payer. */
export function BilledTo({ invoice }: { invoice: InvoiceDetail }) {
  const locale = useLocale();
  const kindName = useKindName();
  const { customerName, customerEmail, customerPhone, customerAddress: address } = invoice;
  const further = [
    ...invoice.customerTaxIds.map(({ kind, value }) => ({ label: kindName(kind), value })),
    ...invoice.customFields.map(({ name, value }) => ({ label: name, value })),
  ];
  const lines = address ? addressLines(address, locale) : [];
  return (
    <Card className="px-4 py-4 sm:px-6 sm:py-5">
      <h2 className="text-lg font-semibold tracking-tight">
        <Trans>Billed to</Trans>
      </h2>
      <address className="mt-2 wrap-anywhere not-italic">
        {customerName && <p className="font-medium">{customerName}</p>}
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {customerEmail && <p className="mt-2 text-muted">{customerEmail}</p>}
        {customerPhone && <p className="text-muted">{customerPhone}</p>}
        {further.map(({ label, value }) => (
          <p key={`${label} ${value}`} className="mt-2">
            <span className="text-muted">{label}</span> {value}
          </p>
        ))}
      </address>
    </Card>
  );
}
