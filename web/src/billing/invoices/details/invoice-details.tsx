import { Trans } from '@lingui/react/macro';
import type { InvoiceDetail } from '@portico/contract';
import { Download } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { InvoiceStatus } from '../components/invoice-status.tsx';
import { InvoiceNote } from '../components/invoice-text.tsx';
import { describeSubject, findNoteKind } from '../invoice-rules.ts';
import { firstLines, useCollectInvoice, useInvoice, useInvoicePdf } from '../invoices.api.ts';
import { BilledTo, InvoiceFacts } from './invoice-facts.tsx';
import { InvoiceLines } from './invoice-lines.tsx';
import { InvoiceTimeline } from './invoice-timeline.tsx';
import { HostedPageLink, PaymentButtons, SendingResult } from './payment-panel.tsx';

interface InvoiceDetailsProps {
  /** The id at the payment provider. */
  id: string;
  /** The heading until the number is known. */
  title: string;
  renderCard: ComponentProps<typeof InvoiceFacts>['renderCard'];
}

/** One invoice: amount due, lines, payer and timeline (INV-12). */
export function InvoiceDetails({ id, title, renderCard }: InvoiceDetailsProps) {
  const [place, setPlace] = useState(firstLines);
  const query = useInvoice(id, place);
  const collecting = useCollectInvoice();
  const invoice = query.data;
  const number = invoice?.number;
  return (
    <>
      <PageHeader
        title={number ? <Trans>Invoice {number}</Trans> : title}
        tags={invoice && <InvoiceStatus invoice={invoice} />}
        description={invoice && describeSubject(invoice)}
        actions={
          invoice && (
            <>
              <PdfButton invoice={invoice} />
              <PaymentButtons invoice={invoice} collecting={collecting} />
            </>
          )
        }
      />
      <QueryView query={query} missing={<Trans>This invoice was not found</Trans>} skeletonClassName="h-96">
        {(found) => (
          <div className="flex flex-col gap-5">
            <SendingResult invoice={found} collecting={collecting} />
            <HostedPageLink invoice={found} />
            {findNoteKind(found) && (
              <p className="text-muted">
                <InvoiceNote invoice={found} />
              </p>
            )}
            <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_340px]">
              <div className="flex min-w-0 flex-col gap-5">
                <InvoiceFacts invoice={found} renderCard={renderCard} />
                <InvoiceLines invoice={found} onPlaceChange={setPlace} />
              </div>
              <div className="flex min-w-0 flex-col gap-5">
                <BilledTo invoice={found} />
                <InvoiceTimeline id={found.stripeId} />
              </div>
            </div>
          </div>
        )}
      </QueryView>
    </>
  );
}

function PdfButton({ invoice: { invoicePdf, stripeId, number } }: { invoice: InvoiceDetail }) {
  const pdf = useInvoicePdf();
  if (!invoicePdf) return null;
  return (
    <Button
      size="lg"
      pending={pdf.isPending}
      className="max-sm:flex-1"
      onClick={() => pdf.mutate({ id: stripeId, name: number ?? stripeId })}
    >
      <Download aria-hidden="true" />
      <Trans>Download PDF</Trans>
    </Button>
  );
}
