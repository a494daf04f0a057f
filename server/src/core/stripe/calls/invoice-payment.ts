import type Stripe from 'stripe';
import { declineReason } from '../../messages/declines-fr.ts';
import type { StripeClient } from '../client.ts';
import { CardError, isRefusal, refetchIfReplayed, requiresAuthentication, translated } from '../errors.ts';
import type { Step } from '../step.ts';

/** The payment state of an invoice. */
export interface InvoicePaymentState {
  /** `declined`: it is open, and the last card was declined. `closed`: it can no longer be paid. */
  readonly outcome: 'paid' | 'requiresAction' | 'declined' | 'closed';
  /** Lets the browser start the cardholder's authentication. */
  readonly clientSecret: string | undefined;
  /** Cents. */
  readonly amountPaid: number;
  readonly subscriptionId: string | null;
  readonly paymentIntentId: string | null;
  /** The latest try. */
  readonly chargeId: string | null;
  /** The error of a card that was declined after its cardholder's authentication. */
  readonly refusal: CardError | undefined;
}

const expand = ['confirmation_secret', 'payments.data.payment.payment_intent'];

/** Pays invoices with cards that customers choose (INV-26). */
export function invoicePaymentCalls(client: StripeClient) {
  const retrieve = (invoiceId: string) =>
    translated(async () => (await client()).invoices.retrieve(invoiceId, { expand }));
  return {
    /** Fetches the current payment state. @throws NotFoundError */
    retrieve: async (invoiceId: string): Promise<InvoicePaymentState> => toState(await retrieve(invoiceId)),
    /**
     * Pays an open invoice with a card of its customer, who is present.
     * @throws CardError if the card is declined and the invoice stays open.
     */
    pay: async (invoiceId: string, paymentMethodId: string, step: Step): Promise<InvoicePaymentState> => {
      const call = (idempotencyKey: string) =>
        translated(async () => {
          const parameters = { payment_method: paymentMethodId, off_session: false, expand };
          const answer = await (await client()).invoices.pay(invoiceId, parameters, { idempotencyKey });
          return refetchIfReplayed<Stripe.Invoice>(answer, () => retrieve(invoiceId));
        });
      const lookUp = async () => {
        const now = await retrieve(invoiceId);
        return now.status === 'open' ? undefined : now;
      };
      try {
        return toState(await step('pay', call, lookUp));
      } catch (error) {
        if (!(error instanceof CardError) && !isRefusal(error)) throw error;
        // Another card or the payment page may have paid it meanwhile.
        const now = toState(await retrieve(invoiceId));
        if (now.outcome === 'paid' || now.outcome === 'closed' || requiresAuthentication(error)) return now;
        throw error;
      }
    },
  };
}

function toState(invoice: Stripe.Invoice): InvoicePaymentState {
  const payment = invoice.payments?.data.at(-1)?.payment.payment_intent;
  const intent = typeof payment === 'object' ? payment : undefined;
  const subscription = invoice.parent?.subscription_details?.subscription ?? null;
  const outcome = readOutcome(invoice, intent);
  const failure = intent?.last_payment_error;
  const charge = intent?.latest_charge;
  return {
    outcome,
    clientSecret: outcome === 'requiresAction' ? invoice.confirmation_secret?.client_secret : undefined,
    amountPaid: invoice.amount_paid,
    subscriptionId: typeof subscription === 'string' ? subscription : (subscription?.id ?? null),
    paymentIntentId: intent?.id ?? null,
    chargeId: typeof charge === 'string' ? charge : (charge?.id ?? null),
    refusal: failure?.message
      ? new CardError(failure.message, declineReason(failure.decline_code, failure.code), failure.code)
      : undefined,
  };
}

function readOutcome(
  { status }: Stripe.Invoice,
  intent: Stripe.PaymentIntent | undefined,
): InvoicePaymentState['outcome'] {
  if (status === 'paid') return 'paid';
  if (status !== 'open') return 'closed';
  return intent?.status === 'requires_payment_method' || intent === undefined ? 'declined' : 'requiresAction';
}
