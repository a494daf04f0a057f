import type { PaymentDetail } from '@portico/contract';
import type Stripe from 'stripe';
import type { Said } from '../../http/app-error.ts';
import { declineReason } from '../../messages/declines-fr.ts';
import type { StripeClient } from '../client.ts';
import { translated } from '../errors.ts';
import { cardBrand } from './cards.ts';

/** A payment in the contract's form, without its invoices and its freshness. */
export interface Payment extends Omit<PaymentDetail, 'stale' | 'asOf' | 'failureMessage' | 'invoices' | 'productName'> {
  readonly customerId: string | null;
  /** Why the payment failed, as shown to users. */
  readonly failure: Said | null;
}

/** A short timeout without retries, because the mirror can answer instead. */
const singleShortTry = { timeout: 5_000, maxNetworkRetries: 0 } as const;

const expand = ['customer', 'payment_method', 'latest_charge.balance_transaction'];

export function paymentCalls(client: StripeClient) {
  return {
    /**
     * Fetches a payment with its charge's assessment and balance transaction.
     * @throws UnavailableError soon if Stripe does not answer, because the mirror has the previous state.
     */
    retrieve: (paymentIntentId: string): Promise<Payment> =>
      translated(async () =>
        toPayment(await (await client()).paymentIntents.retrieve(paymentIntentId, { expand }, singleShortTry)),
      ),
  };
}

/** Objects of a payment as stored in the mirror, as JSON; each may be missing. */
export interface MirroredPayment {
  readonly intent: unknown;
  readonly charge: unknown;
  readonly balanceTransaction: unknown;
  readonly paymentMethod: unknown;
  readonly customer: unknown;
}

/** Returns the same data as `retrieve`, from the mirror. */
export function paymentFromMirror(parts: MirroredPayment): Payment {
  const charge = parts.charge as Stripe.Charge | null;
  return toPayment({
    ...(parts.intent as Stripe.PaymentIntent),
    customer: parts.customer as Stripe.Customer | null,
    payment_method: parts.paymentMethod as Stripe.PaymentMethod | null,
    latest_charge: charge && {
      ...charge,
      balance_transaction: parts.balanceTransaction as Stripe.BalanceTransaction | null,
    },
  });
}

function expanded<Whole extends object>(value: string | Whole | null | undefined): Whole | undefined {
  return typeof value === 'object' ? (value ?? undefined) : undefined;
}

function toPayment(intent: Stripe.PaymentIntent): Payment {
  const charge = expanded(intent.latest_charge);
  const customer = expanded(intent.customer);
  const settled = expanded(charge?.balance_transaction);
  const { customer: reference } = intent;
  return {
    stripeId: intent.id,
    customerId: typeof reference === 'string' ? reference : (reference?.id ?? null),
    amount: intent.amount,
    amountReceived: intent.amount_received,
    amountRefunded: charge?.amount_refunded ?? 0,
    currency: intent.currency,
    status: intent.status,
    statementDescriptor: charge?.calculated_statement_descriptor ?? intent.statement_descriptor,
    description: intent.description,
    created: new Date(intent.created * 1000).toISOString(),
    paidAt: intent.status === 'succeeded' && charge ? new Date(charge.created * 1000).toISOString() : null,
    customerName: (customer?.deleted ? undefined : customer?.name) ?? charge?.billing_details.name ?? null,
    card: findCard(charge, expanded(intent.payment_method)),
    outcome: charge?.outcome
      ? { riskScore: charge.outcome.risk_score ?? null, riskLevel: charge.outcome.risk_level ?? null }
      : null,
    balanceTransaction: settled ? { amount: settled.amount, fee: settled.fee, net: settled.net } : null,
    receiptUrl: charge?.receipt_url ?? null,
    failure: findFailure(intent, charge),
  };
}

function findFailure(
  { last_payment_error: error }: Stripe.PaymentIntent,
  charge: Stripe.Charge | undefined,
): Said | null {
  if (error?.message) return { text: error.message, declineCode: declineReason(error.decline_code, error.code) };
  if (!charge?.failure_message) return null;
  return { text: charge.failure_message, declineCode: declineReason(charge.outcome?.reason, charge.failure_code) };
}

/** The card as it was at the charge; if that is missing, the current card. */
function findCard(charge: Stripe.Charge | undefined, method: Stripe.PaymentMethod | undefined): PaymentDetail['card'] {
  const card = charge?.payment_method_details?.card ?? method?.card;
  if (!card?.last4 || !card.exp_month || !card.exp_year) return null;
  return { brand: cardBrand(card.brand), last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year };
}
