import type Stripe from 'stripe';
import { declineReason } from '../../messages/declines-fr.ts';
import { CardError } from '../errors.ts';

/** The state of a subscription and of its invoice's payment after a call. */
export interface SubscriptionPaymentState {
  readonly subscription: Stripe.Subscription;
  readonly invoice: Stripe.Invoice | undefined;
  readonly outcome: 'active' | 'requiresAction' | 'declined';
  readonly clientSecret: string | undefined;
  /** The provider's message, if the card was declined. */
  readonly declineMessage: string | undefined;
  /** Stripe's reason, such as `insufficient_funds`. */
  readonly declineCode: string | undefined;
}

/** The latest invoice of a subscription, expanded or not. */
export function latestInvoiceId({ latest_invoice: invoice }: Stripe.Subscription): string | undefined {
  return (typeof invoice === 'string' ? invoice : invoice?.id) ?? undefined;
}

/** The payment state according to a subscription, expanded as in `expand`, and its latest invoice. */
export function readPaymentState(subscription: Stripe.Subscription): SubscriptionPaymentState {
  const invoice =
    typeof subscription.latest_invoice === 'object' ? (subscription.latest_invoice ?? undefined) : undefined;
  const payment = invoice?.payments?.data.at(-1)?.payment.payment_intent;
  const intent = typeof payment === 'object' ? payment : undefined;
  const unsettled = subscription.status === 'incomplete' || subscription.pending_update !== null;
  const requiresAction = unsettled && intent?.status !== 'requires_payment_method' && intent?.status !== 'canceled';
  const ended = subscription.status === 'incomplete_expired' || subscription.status === 'canceled';
  return {
    subscription,
    invoice,
    outcome: ended ? 'declined' : requiresAction ? 'requiresAction' : unsettled ? 'declined' : 'active',
    clientSecret: requiresAction ? invoice?.confirmation_secret?.client_secret : undefined,
    declineMessage: intent?.last_payment_error?.message,
    declineCode: declineReason(intent?.last_payment_error?.decline_code, intent?.last_payment_error?.code),
  };
}

/** The payment state according to its own invoice, because an abandoned change leaves its subscription active. */
export async function readPaymentStateByInvoice(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  invoiceId: string | undefined,
): Promise<SubscriptionPaymentState> {
  const state = readPaymentState(subscription);
  if (!invoiceId || (state.outcome !== 'active' && state.invoice?.id === invoiceId)) return state;
  const invoice = await stripe.invoices.retrieve(invoiceId);
  if (invoice.status === 'paid') return { ...state, invoice, outcome: 'active', clientSecret: undefined };
  return invoice.status === 'open' ? state : { ...state, invoice, outcome: 'declined', clientSecret: undefined };
}

/** The error of a payment that was declined after the cardholder's authentication. */
export function declined(state: SubscriptionPaymentState): CardError {
  return new CardError(state.declineMessage ?? 'Your card was declined.', state.declineCode ?? 'card_declined');
}
