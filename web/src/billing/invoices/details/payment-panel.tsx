import { Trans } from '@lingui/react/macro';
import type { InvoiceDetail } from '@portico/contract';
import { CreditCard, Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { requestPayment } from '../../../lib/payment-request.ts';
import { can } from '../../../lib/permissions.ts';
import { describeProblem } from '../../../lib/problem.ts';
import { Alert, type AlertTone } from '../../../ui/alert.tsx';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { ButtonLink, ExternalLink } from '../../../ui/link.tsx';
import { type PaymentOutcome, paymentOutcome } from '../invoice-rules.ts';
import type { useCollectInvoice } from '../invoices.api.ts';

type Collecting = ReturnType<typeof useCollectInvoice>;

interface PaymentProps {
  invoice: InvoiceDetail;
  collecting: Collecting;
}

/**
 * The buttons to pay an open invoice, for users who may pay: with any card, or immediately with the card that will be
 * charged. A sent invoice can be sent again.
 */
export function PaymentButtons({ invoice, collecting }: PaymentProps) {
  const { money } = useFormat();
  if (invoice.status !== 'open' || !can('invoices.pay')) return null;
  const amount = money(invoice.amountRemaining, invoice.currency);
  return (
    <>
      <Button
        size="lg"
        pending={collecting.isPending}
        keepsWords
        className="max-sm:flex-1"
        onClick={() => collecting.mutate(invoice.stripeId)}
      >
        {invoice.collection === 'send' ? (
          <>
            <Send aria-hidden="true" /> <Trans>Send to pay</Trans>
          </>
        ) : (
          <>
            <CreditCard aria-hidden="true" /> <Trans>Charge the saved card</Trans>
          </>
        )}
      </Button>
      <Button size="lg" variant="primary" className="max-sm:flex-1" onClick={() => requestPayment(invoice.stripeId)}>
        <Trans>Pay {amount}</Trans>
      </Button>
    </>
  );
}

/** A link to the invoice's page at the payment provider, for users who may pay (ACC-15). */
export function HostedPageLink({ invoice: { hostedInvoiceUrl, status } }: Pick<PaymentProps, 'invoice'>) {
  if (hostedInvoiceUrl === null || !can('invoices.pay')) return null;
  return (
    <p>
      <ExternalLink href={hostedInvoiceUrl} className="touch-area text-sm">
        {status === 'open' ? <Trans>Other ways to pay</Trans> : <Trans>Open its page at the payment provider</Trans>}
        <span className="sr-only">
          <Trans>(opens in a new tab)</Trans>
        </span>
      </ExternalLink>
    </p>
  );
}

const tones: Record<PaymentOutcome, AlertTone> = {
  paid: 'ok',
  sent: 'ok',
  done: 'ok',
  requiresAction: 'warning',
  declined: 'bad',
  failed: 'bad',
};

/** The outcome of requesting the payment, with the next step (INV-25). */
export function PaymentResult({ invoice, collecting }: PaymentProps) {
  const outcome = paymentOutcome(collecting.data, collecting.error);
  if (outcome === null || collecting.isPending) return null;
  const address = collecting.data?.hostedInvoiceUrl ?? invoice.hostedInvoiceUrl;
  const pay = (words: ReactNode) => (
    <Button size="sm" onClick={() => requestPayment(invoice.stripeId)}>
      {words}
    </Button>
  );
  switch (outcome) {
    case 'paid':
    case 'done':
      return (
        <Alert tone={tones[outcome]}>
          <Trans>Thank you. The payment was taken.</Trans>
        </Alert>
      );
    case 'sent':
      return (
        <Alert tone={tones[outcome]} actions={address && <PaymentPageLink href={address} />}>
          <SentTo email={invoice.customerEmail} />
        </Alert>
      );
    case 'requiresAction':
      return (
        <Alert tone={tones[outcome]} actions={pay(<Trans>Confirm the payment</Trans>)}>
          <Trans>Your bank wants you to confirm this payment. Until then nothing is charged.</Trans>
        </Alert>
      );
    case 'declined':
      return (
        <Alert
          tone={tones[outcome]}
          actions={
            <>
              {pay(<Trans>Pay with another card</Trans>)}
              <ButtonLink to="/Billing" size="sm">
                <Trans>Change the saved card</Trans>
              </ButtonLink>
            </>
          }
        >
          {describeProblem(collecting.error)} <Trans>Nothing was charged, and the invoice is still open.</Trans>
        </Alert>
      );
    case 'failed':
      return (
        <Alert
          tone={tones[outcome]}
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
