import type Stripe from 'stripe';
import { type Decline, GENERIC_DECLINE } from '../cards.ts';
import { documentationUrl } from '../errors.ts';
import { clientSecret, idOf, newId } from '../ids.ts';
import type { Work } from '../storage/work.ts';
import { type CardMemory, findBehavior, passChecks } from './card.ts';
import { declineDetail, declined } from './decline.ts';
import { nextAction, requestsChallenge } from './payment.ts';

/** Internal data of a setup intent. */
export interface SetupMemory {
  returnUrl?: string;
}

/** A new setup intent, for a call or for a subscription that will need a card. */
export function createSetupIntent(
  work: Work,
  draft: {
    customer: string | null;
    allowedTypes?: string[] | null;
    usage?: 'off_session' | 'on_session';
    description?: string | null;
    metadata?: Record<string, string>;
  },
): Stripe.SetupIntent {
  const id = newId('seti');
  const intent = work.add('setup_intent', {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: draft.allowedTypes ?? null,
    application: null,
    automatic_payment_methods: draft.allowedTypes ? null : { allow_redirects: 'always', enabled: true },
    cancellation_reason: null,
    client_secret: clientSecret(id),
    created: work.now,
    customer: draft.customer,
    customer_account: null,
    description: draft.description ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    managed_payments: null,
    mandate: null,
    metadata: draft.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: { card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: draft.usage ?? 'off_session',
  });
  work.announce('setup_intent.created', intent);
  return intent;
}

function recordAttempt(
  work: Work,
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  status: string,
  error: Stripe.SetupAttempt['setup_error'],
): void {
  const { card } = method;
  const attempt = work.add('setup_attempt', {
    id: newId('setatt'),
    object: 'setup_attempt',
    application: null,
    created: work.now,
    customer: idOf(intent.customer),
    customer_account: null,
    flow_directions: null,
    livemode: false,
    on_behalf_of: null,
    payment_method: method.id,
    payment_method_details: {
      card: {
        brand: card?.brand ?? null,
        checks: {
          address_line1_check: card?.checks?.address_line1_check ?? null,
          address_postal_code_check: card?.checks?.address_postal_code_check ?? null,
          cvc_check: card?.checks?.cvc_check ?? null,
        },
        country: card?.country ?? null,
        exp_month: card?.exp_month ?? null,
        exp_year: card?.exp_year ?? null,
        fingerprint: card?.fingerprint ?? null,
        funding: card?.funding ?? null,
        last4: card?.last4 ?? null,
        network: card?.brand ?? null,
        three_d_secure: null,
        wallet: null,
      },
      type: 'card',
    },
    setup_error: error,
    setup_intent: intent.id,
    status,
    usage: intent.usage,
  });
  intent.latest_attempt = attempt.id;
}

/**
 * Sets a card up for later payments. If the bank declines the card, stores the card error on the intent and throws
 * it.
 */
export async function confirmSetup(
  work: Work,
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  authenticated = false,
): Promise<void> {
  intent.payment_method = method.id;
  intent.last_setup_error = null;
  intent.next_action = null;
  const behavior = findBehavior(work, method);
  const needsHolder =
    behavior.authentication === 'onRequest' ? requestsChallenge(intent) : behavior.authentication !== undefined;
  if (needsHolder && !authenticated) {
    intent.status = 'requires_action';
    intent.next_action = nextAction(
      work,
      intent,
      work.internal<SetupMemory>(intent.id).returnUrl,
    ) as Stripe.SetupIntent.NextAction;
    recordAttempt(work, intent, method, 'requires_action', null);
    work.announce('setup_intent.requires_action', intent);
    return;
  }
  if (behavior.decline?.when === 'always' || behavior.blocked) {
    throw refuseSetup(work, intent, method, behavior.decline?.as ?? GENERIC_DECLINE);
  }
  passChecks(work, method);
  work.internal<CardMemory>(method.id).isSetUp = intent.usage === 'off_session';
  recordAttempt(work, intent, method, 'succeeded', null);
  intent.status = 'succeeded';
  if (idOf(intent.customer) !== null && idOf(method.customer) === null) {
    method.customer = idOf(intent.customer);
    work.announce('payment_method.attached', method, { withChanges: true });
  }
  work.announce('setup_intent.succeeded', intent);
}

function refuseSetup(work: Work, intent: Stripe.SetupIntent, method: Stripe.PaymentMethod, decline: Decline) {
  intent.status = 'requires_payment_method';
  intent.last_setup_error = declineDetail(decline, method);
  intent.payment_method = null;
  recordAttempt(work, intent, method, 'failed', declineDetail(decline, method));
  work.announce('setup_intent.setup_failed', intent);
  return declined(decline, { paymentMethod: method, setupIntent: intent, keepsWork: true });
}

/** Records a failed challenge. */
export function failSetupAuthentication(work: Work, intent: Stripe.SetupIntent, method: Stripe.PaymentMethod): void {
  const code = 'setup_intent_authentication_failure';
  const error = {
    code,
    doc_url: documentationUrl(code),
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    payment_method: structuredClone(method),
    type: 'invalid_request_error' as const,
  };
  intent.status = 'requires_payment_method';
  intent.next_action = null;
  intent.payment_method = null;
  intent.last_setup_error = error;
  recordAttempt(work, intent, method, 'failed', error);
  work.announce('setup_intent.setup_failed', intent);
}
