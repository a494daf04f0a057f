import type Stripe from 'stripe';
import { AUTHENTICATION_REQUIRED, type Decline } from '../cards.ts';
import { documentationUrl } from '../errors.ts';
import { clientSecret, idOf, newId } from '../ids.ts';
import type { Work } from '../storage/work.ts';
import { type CardMemory, findBehavior, passChecks } from './card.ts';
import { makeCharge } from './charge.ts';
import { declineDetail } from './decline.ts';

/** Internal data of a payment intent. */
export interface PaymentMemory {
  /** The invoice that the intent pays, if any. */
  invoice?: string;
  returnUrl?: string;
  /** True for the payment of an automatic invoice, while the cardholder is off session. */
  isOffSession?: boolean;
}

/** The initiator of a payment: the cardholder in a browser, the vendor off session, or an invoice that is due. */
export type Initiator = 'holder' | 'vendor' | 'invoice';

export type PaymentResult =
  | { status: 'succeeded' | 'requires_action' }
  | { status: 'declined'; decline: Decline; charge?: string };

export interface PaymentDraft {
  amount: number;
  currency: string;
  customer: string | null;
  description?: string | null;
  metadata?: Record<string, string>;
  receiptEmail?: string | null;
  setupFutureUsage?: Stripe.PaymentIntent.SetupFutureUsage | null;
  allowedTypes?: string[] | null;
  automaticMethods?: Stripe.PaymentIntent.AutomaticPaymentMethods | undefined;
  captureMethod?: 'automatic' | 'automatic_async' | undefined;
  statementDescriptor?: string | null;
  statementDescriptorSuffix?: string | null;
  requestThreeDSecure?: Stripe.PaymentIntent.PaymentMethodOptions.Card.RequestThreeDSecure | null | undefined;
}

/** A new intent that waits for a payment method. Amounts in cents. */
export function createIntent(work: Work, draft: PaymentDraft, memory: PaymentMemory = {}): Stripe.PaymentIntent {
  const intent = work.add('payment_intent', buildIntent(work, draft, memory), memory);
  work.announce('payment_intent.created', intent);
  return intent;
}

function buildIntent(work: Work, draft: PaymentDraft, memory: PaymentMemory): Stripe.PaymentIntent {
  const id = newId('pi');
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: draft.allowedTypes ?? null,
    amount: draft.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods:
      draft.automaticMethods ??
      (draft.allowedTypes || memory.invoice ? null : { allow_redirects: 'always', enabled: true }),
    canceled_at: null,
    cancellation_reason: null,
    capture_method: draft.captureMethod ?? 'automatic_async',
    client_secret: clientSecret(id),
    confirmation_method: 'automatic',
    created: work.now,
    currency: draft.currency,
    customer: draft.customer,
    customer_account: null,
    description: draft.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: draft.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: draft.requestThreeDSecure ?? 'automatic',
      },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: draft.receiptEmail ?? null,
    review: null,
    setup_future_usage: draft.setupFutureUsage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: draft.statementDescriptor ?? null,
    statement_descriptor_suffix: draft.statementDescriptorSuffix ?? null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
}

/**
 * True when an intent requests 3-D Secure beyond the card's needs
 * (docs.stripe.com/payments/3d-secure/authentication-flow#manual-three-ds). Cards without 3-D Secure ignore the
 * request.
 */
export function requestsChallenge(intent: Stripe.PaymentIntent | Stripe.SetupIntent): boolean {
  const request = intent.payment_method_options?.card?.request_three_d_secure;
  return request === 'any' || request === 'challenge';
}

/** True when this payment needs 3-D Secure first. */
function needsHolder(
  work: Work,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  initiator: Initiator,
): boolean {
  const { authentication } = findBehavior(work, method);
  if (authentication === undefined) return false;
  if (authentication === 'always') return true;
  const { isSetUp } = work.internal<CardMemory>(method.id);
  if (authentication === 'unlessSetUp' && (initiator === 'holder' || !isSetUp)) return true;
  // A manual request for 3-D Secure does not apply off session.
  const { isOffSession = false } = work.internal<PaymentMemory>(intent.id);
  const isAbsent = initiator === 'vendor' || (initiator === 'invoice' && isOffSession);
  return requestsChallenge(intent) && !isAbsent;
}

/**
 * Tries to pay an intent. It becomes paid, waits for authentication, or waits for another payment method with the
 * reason in `last_payment_error`. `refusesAction` declines a card that needs authentication.
 */
export async function pay(
  work: Work,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  initiator: Initiator,
  options: { authenticated?: boolean; returnUrl?: string; refusesAction?: boolean } = {},
): Promise<PaymentResult> {
  const memory = work.internal<PaymentMemory>(intent.id);
  intent.payment_method = method.id;
  intent.last_payment_error = null;
  intent.next_action = null;
  if (options.returnUrl !== undefined) memory.returnUrl = options.returnUrl;

  if (!options.authenticated && needsHolder(work, intent, method, initiator)) {
    if (initiator === 'vendor' || options.refusesAction) return refuse(work, intent, method, AUTHENTICATION_REQUIRED);
    intent.status = 'requires_action';
    intent.next_action = nextAction(work, intent, memory.returnUrl) as Stripe.PaymentIntent.NextAction;
    work.announce('payment_intent.requires_action', intent);
    return { status: 'requires_action' };
  }

  passChecks(work, method);
  const { charge, decline } = await makeCharge(work, intent, method, options.authenticated ?? false);
  intent.latest_charge = charge.id;
  if (decline !== null) return refuse(work, intent, method, decline, charge.id);

  intent.status = 'succeeded';
  intent.amount_received = intent.amount;
  if (intent.setup_future_usage !== null) {
    work.internal<CardMemory>(method.id).isSetUp = true;
    if (idOf(method.customer) === null && idOf(intent.customer) !== null) {
      method.customer = idOf(intent.customer);
      work.announce('payment_method.attached', method, { withChanges: true });
    }
  }
  work.announce('payment_intent.succeeded', intent);
  return { status: 'succeeded' };
}

function refuse(
  work: Work,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: Decline,
  charge?: string,
): PaymentResult {
  intent.status = 'requires_payment_method';
  intent.last_payment_error = declineDetail(decline, method, charge);
  intent.payment_method = null;
  work.announce('payment_intent.payment_failed', intent);
  return { status: 'declined', decline, ...(charge === undefined ? {} : { charge }) };
}

/** The next action of the browser: a redirect when the caller gave a return URL, otherwise the script's own dialog. */
export function nextAction(
  work: Work,
  intent: { id: string; client_secret: string | null },
  returnUrl: string | undefined,
) {
  const query = new URLSearchParams({ client_secret: intent.client_secret ?? '' });
  if (returnUrl !== undefined) {
    query.set('return_url', returnUrl);
    const url = `${work.site.browserBase}/three_d_secure/redirect?${query}`;
    return { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } };
  }
  return {
    type: 'use_stripe_sdk',
    use_stripe_sdk: {
      type: 'three_d_secure_redirect',
      stripe_js: `${work.site.browserBase}/three_d_secure/challenge?${query}`,
      source: newId('payatt'),
    },
  };
}

/** Records a failed challenge: the intent waits for another payment method. */
export function failAuthentication(work: Work, intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod): void {
  const code = 'payment_intent_authentication_failure';
  intent.status = 'requires_payment_method';
  intent.next_action = null;
  intent.payment_method = null;
  intent.last_payment_error = {
    code,
    doc_url: documentationUrl(code),
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    payment_method: structuredClone(method),
    type: 'invalid_request_error',
  };
  work.announce('payment_intent.payment_failed', intent);
}
