import { Trans } from '@lingui/react/macro';
import type { InvoiceDetail } from '@portico/contract';
import { Send } from 'lucide-react';
import { useFormat } from '../../../lib/format.ts';
import { requestPayment } from '../../../lib/payment-request.ts';
import { can } from '../../../lib/permissions.ts';
import { describeProblem } from '../../../lib/problem.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { ExternalLink } from '../../../ui/link.tsx';
import type { useCollectInvoice } from '../invoices.api.ts';

type Collecting = ReturnType<typeof useCollectInvoice>;

interface PaymentProps {
  invoice: InvoiceDetail;
  collecting: Collecting;
}

/**
 * One button to pay an open invoice, for users who may pay: its dialog offers saved cards, a new one and other ways. An
 * invoice that is not charged automatically can be sent again.
 */
export function PaymentButtons({ invoice, collecting }: PaymentProps) {
  const { money } = useFormat();
  if (invoice.status !== 'open' || !can('invoices.pay')) return null;
  const amount = money(invoice.amountRemaining, invoice.currency);
  return (
    <>
      {invoice.collection === 'send' && (
        <Button
          size="lg"
          pending={collecting.isPending}
          keepsWords
          className="max-sm:flex-1"
          onClick={() => collecting.mutate(invoice.stripeId)}
        >
          <Send aria-hidden="true" /> <Trans>Send to pay</Trans>
        </Button>
      )}
      <Button size="lg" variant="primary" className="max-sm:flex-1" onClick={() => requestPayment(invoice.stripeId)}>
        <Trans>Pay {amount}</Trans>
      </Button>
    </>
  );
}

/** A link to the page of a settled invoice at the payment provider, for users who may pay (ACC-15). */
export function HostedPageLink({ invoice: { hostedInvoiceUrl, status } }: Pick<PaymentProps, 'invoice'>) {
  if (hostedInvoiceUrl === null || status === 'open' || !can('invoices.pay')) return null;
  return (
    <p>
      <ExternalLink href={hostedInvoiceUrl} className="touch-area text-sm">
        <Trans>Open its page at the payment provider</Trans>
        <span className="sr-only">
          <Trans>(opens in a new tab)</Trans>
        </span>
      </ExternalLink>
    </p>
  );
}

/** The outcome of sending the invoice, with the next step (INV-25). */
export function SendingResult({ invoice, collecting }: PaymentProps) {
  if (collecting.isPending) return null;
  if (collecting.error) {
    return (
      <Alert
        tone="bad"
        actions={
          <Button size="sm" onClick={() => collecting.mutate(invoice.stripeId)}>
            <Trans>Try again</Trans>
          </Button>
        }
      >
        {describeProblem(collecting.error)}
      </Alert>
    );
  }
  if (!collecting.data) return null;
  const address = collecting.data.hostedInvoiceUrl ?? invoice.hostedInvoiceUrl;
  return (
    <Alert tone="ok" actions={address && <PaymentPageLink href={address} />}>
      <SentTo email={invoice.customerEmail} />
    </Alert>
  );
}

function PaymentPageLink({ href }: { href: string }) {
  return (
    <ExternalLink plain href={href} className={buttonClasses({ size: 'sm' })}>
      <Trans>Open the payment page</Trans>
      <span className="sr-only">
        <Trans>(opens in a new tab)</Trans>
      </span>
    </ExternalLink>
  );
}

function SentTo({ email }: { email: string | null }) {
  if (email === null) return <Trans>The invoice was sent.</Trans>;
  return <Trans>The invoice was sent to {email}.</Trans>;
}
