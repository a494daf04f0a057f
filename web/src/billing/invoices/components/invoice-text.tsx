import { Trans } from '@lingui/react/macro';
import type { InvoiceRow } from '@portico/contract';
import { TextLink } from '../../../ui/link.tsx';
import { describeSubject, findNoteKind } from '../invoice-rules.ts';

/** A link to the invoice; a draft has no number yet. */
export function InvoiceLink({ invoice: { stripeId, number } }: { invoice: Pick<InvoiceRow, 'stripeId' | 'number'> }) {
  return (
    <TextLink to="/Billing/Invoices/$id/Details" params={{ id: stripeId }} className="whitespace-nowrap tabular-nums">
      {number ?? <Trans>No number yet</Trans>}
    </TextLink>
  );
}

/** The subject of an invoice, with a note if it needs one. */
export function InvoiceSubject({ invoice }: { invoice: InvoiceRow }) {
  return (
    <>
      {describeSubject(invoice)}
      <InvoiceNote invoice={invoice} className="block truncate text-xs max-sm:whitespace-normal" />
    </>
  );
}

/** Explains why a void invoice costs nothing, and where the money of a credit went (INV-23). */
export function InvoiceNote({
  invoice,
  className,
}: {
  invoice: Pick<InvoiceRow, 'status' | 'total'>;
  className?: string;
}) {
  const note = findNoteKind(invoice);
  if (note === null) return null;
  return (
    <span className={className}>
      {note === 'void' ? (
        <Trans>Canceled before it was paid: nothing was charged.</Trans>
      ) : (
        <Trans>A credit: the amount was added to your balance.</Trans>
      )}
    </span>
  );
}
