import type Stripe from 'stripe';
import { endpoint, listEndpoint, mergeMetadata } from '../endpoint.ts';
import { afterAttempt } from '../engine/collection.ts';
import { customerAtItsTime, useCustomerTime } from '../engine/customer-time.ts';
import { declined } from '../engine/decline.ts';
import { formatMoney, refuseTooLarge } from '../engine/money.ts';
import { createIntent, type Initiator, type PaymentMemory, pay } from '../engine/payment.ts';
import { invalidRequest } from '../errors.ts';
import { idOf } from '../ids.ts';
import {
  clearable,
  currency,
  flag,
  hash,
  integer,
  list,
  metadata,
  needed,
  oneOf,
  text,
  timeRange,
  webAddress,
} from '../parameters.ts';
import type { Work } from '../storage/work.ts';
import { proveSecret, shownToBrowser } from './client-secret.ts';
import {
  createPaymentMethod,
  paymentMethodData,
  storePaymentMethodOptions,
  usePaymentMethod,
} from './payment-methods.ts';

const confirmation = {
  allowed_payment_method_types: list(oneOf('card')),
  error_on_requires_action: flag(),
  mandate_data: clearable(
    hash({
      customer_acceptance: hash({
        type: oneOf('online', 'offline'),
        online: hash({ ip_address: text(), user_agent: text() }),
      }),
    }),
  ),
  off_session: flag(),
  payment_method: text(),
  payment_method_data: hash(paymentMethodData),
  payment_method_options: hash({
    card: hash({
      network: text(),
      request_three_d_secure: oneOf('any', 'automatic', 'challenge'),
      setup_future_usage: oneOf('none', 'off_session', 'on_session'),
    }),
  }),
  receipt_email: clearable(text(512)),
  return_url: webAddress(),
  setup_future_usage: clearable(oneOf('off_session', 'on_session')),
  use_stripe_sdk: flag(),
};

type Given = {
  payment_method?: string | undefined;
  payment_method_data?: Parameters<typeof createPaymentMethod>[1] | undefined;
  off_session?: boolean | undefined;
  return_url?: string | undefined;
  use_stripe_sdk?: boolean | undefined;
  error_on_requires_action?: boolean | undefined;
};

async function methodFor(work: Work, intent: Stripe.PaymentIntent, given: Given): Promise<Stripe.PaymentMethod | null> {
  if (given.payment_method_data !== undefined) return createPaymentMethod(work, given.payment_method_data);
  const id = given.payment_method ?? idOf(intent.payment_method);
  if (id === null) return null;
  const method = await usePaymentMethod(work, id, 'payment_method');
  const [owner, payer] = [idOf(method.customer), idOf(intent.customer)];
  if (owner !== null && owner !== payer) {
    throw invalidRequest(
      payer === null
        ? `The PaymentMethod ${method.id} belongs to a Customer. Please include the Customer in the \`customer\` parameter on the PaymentIntent.`
        : `The PaymentMethod ${method.id} does not belong to the Customer you supplied ${payer}. Please use this PaymentMethod with the Customer that it belongs to instead.`,
      { param: 'payment_method' },
    );
  }
  return method;
}

/** Confirms an intent. Throws a card error for a decline, which keeps the attempt. */
async function confirm(work: Work, intent: Stripe.PaymentIntent, given: Given): Promise<void> {
  const method = await methodFor(work, intent, given);
  if (method === null) {
    throw invalidRequest(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      { code: 'payment_intent_unexpected_state' },
    );
  }
  const initiator: Initiator = given.off_session ? 'vendor' : 'holder';
  const result = await pay(work, intent, method, initiator, {
    refusesAction: given.error_on_requires_action ?? false,
    ...(given.return_url === undefined || given.use_stripe_sdk ? {} : { returnUrl: given.return_url }),
  });
  await afterAttempt(work, intent, result);
  if (result.status === 'declined') {
    throw declined(result.decline, {
      paymentMethod: method,
      paymentIntent: intent,
      keepsWork: true,
      ...(result.charge === undefined ? {} : { charge: result.charge }),
    });
  }
}

/** The smallest charge in cents. */
const SMALLEST_AMOUNT = 50;

/** Throws Stripe's errors for an amount outside the limits. */
function checkAmount(amount: number, currency: string): void {
  refuseTooLarge(amount, currency, 'amount');
  if (amount >= SMALLEST_AMOUNT) return;
  throw invalidRequest(`Amount must be at least ${formatMoney(SMALLEST_AMOUNT, currency)} ${currency}`, {
    code: 'amount_too_small',
    param: 'amount',
  });
}

function unexpectedState(intent: Stripe.PaymentIntent, verb: 'cancel' | 'confirm' | 'update') {
  const reason =
    intent.status === 'succeeded'
      ? ' because it has already succeeded after being previously confirmed'
      : ` because it has a status of ${intent.status}`;
  return invalidRequest(`You cannot ${verb} this PaymentIntent${reason}.`, { code: 'payment_intent_unexpected_state' });
}

const isOpen = (intent: Stripe.PaymentIntent) => intent.status !== 'succeeded' && intent.status !== 'canceled';

/** Loads an intent and switches the work to its customer's time. */
export async function intentAtItsTime(work: Work, id: string): Promise<Stripe.PaymentIntent> {
  const intent = await work.get('payment_intent', id, 'intent');
  await useCustomerTime(work, intent.customer);
  return intent;
}

export const paymentIntentEndpoints = [
  endpoint(
    'POST /v1/payment_intents',
    {
      ...confirmation,
      amount: needed(integer({ least: 1 })),
      automatic_payment_methods: hash({ allow_redirects: oneOf('always', 'never'), enabled: needed(flag()) }),
      capture_method: oneOf('automatic', 'automatic_async'),
      confirm: flag(),
      currency: needed(currency()),
      customer: text(),
      description: text(1000),
      metadata: metadata(),
      statement_descriptor: text(22),
      statement_descriptor_suffix: text(22),
    },
    async ({ work, parameters: given }) => {
      if (given.customer !== undefined) await customerAtItsTime(work, given.customer, 'customer');
      checkAmount(given.amount, given.currency);
      const intent = createIntent(work, {
        amount: given.amount,
        currency: given.currency,
        customer: given.customer ?? null,
        description: given.description ?? null,
        metadata: mergeMetadata({}, given.metadata),
        receiptEmail: given.receipt_email ?? null,
        setupFutureUsage: given.setup_future_usage ?? null,
        allowedTypes: given.allowed_payment_method_types ?? null,
        automaticMethods: given.automatic_payment_methods && {
          allow_redirects: given.automatic_payment_methods.allow_redirects ?? 'always',
          enabled: given.automatic_payment_methods.enabled,
        },
        captureMethod: given.capture_method,
        statementDescriptor: given.statement_descriptor ?? null,
        statementDescriptorSuffix: given.statement_descriptor_suffix ?? null,
      });
      storePaymentMethodOptions(intent, given);
      if (given.confirm) await confirm(work, intent, given);
      else {
        const method = await methodFor(work, intent, given);
        if (method !== null) {
          intent.payment_method = method.id;
          intent.status = 'requires_confirmation';
        }
      }
      return intent;
    },
  ),

  endpoint(
    'GET /v1/payment_intents/:intent',
    { client_secret: text() },
    async ({ work, ids, parameters, isBrowser }) => {
      const intent = await work.get('payment_intent', ids.intent ?? '', 'intent');
      proveSecret(intent, parameters.client_secret, isBrowser);
      return shownToBrowser(intent, isBrowser);
    },
    'browser',
  ),

  endpoint(
    'POST /v1/payment_intents/:intent',
    {
      amount: integer({ least: 1 }),
      customer: text(),
      description: clearable(text(1000)),
      metadata: metadata(),
      payment_method: clearable(text()),
      receipt_email: clearable(text(512)),
      setup_future_usage: clearable(oneOf('off_session', 'on_session')),
    },
    async ({ work, ids, parameters: given }) => {
      const intent = await intentAtItsTime(work, ids.intent ?? '');
      if (
        !isOpen(intent) &&
        Object.keys(given).some((name) => name !== 'metadata' && name !== 'description' && name !== 'receipt_email')
      ) {
        throw unexpectedState(intent, 'update');
      }
      if (given.amount !== undefined) {
        if (work.internal<PaymentMemory>(intent.id).invoice !== undefined) {
          throw invalidRequest('You cannot change the amount of a PaymentIntent that belongs to an invoice.', {
            param: 'amount',
          });
        }
        checkAmount(given.amount, intent.currency);
        intent.amount = given.amount;
      }
      if (given.customer !== undefined) intent.customer = (await work.get('customer', given.customer, 'customer')).id;
      if (given.description !== undefined) intent.description = given.description;
      if (given.receipt_email !== undefined) intent.receipt_email = given.receipt_email;
      if (given.setup_future_usage !== undefined) intent.setup_future_usage = given.setup_future_usage;
      intent.metadata = mergeMetadata(intent.metadata, given.metadata);
      if (given.payment_method !== undefined) {
        const method =
          given.payment_method === null
            ? null
            : await methodFor(work, intent, { payment_method: given.payment_method });
        intent.payment_method = method?.id ?? null;
        intent.status = method === null ? 'requires_payment_method' : 'requires_confirmation';
      }
      return intent;
    },
  ),

  endpoint(
    'POST /v1/payment_intents/:intent/confirm',
    { ...confirmation, client_secret: text() },
    async ({ work, ids, parameters, isBrowser }) => {
      const intent = await intentAtItsTime(work, ids.intent ?? '');
      proveSecret(intent, parameters.client_secret, isBrowser);
      if (isBrowser && parameters.off_session) {
        throw invalidRequest('off_session cannot be set with a publishable key.', { param: 'off_session' });
      }
      if (!isOpen(intent)) throw unexpectedState(intent, 'confirm');
      if (parameters.setup_future_usage !== undefined) intent.setup_future_usage = parameters.setup_future_usage;
      if (parameters.receipt_email !== undefined) intent.receipt_email = parameters.receipt_email;
      storePaymentMethodOptions(intent, parameters);
      await confirm(work, intent, parameters);
      return shownToBrowser(intent, isBrowser);
    },
    'browser',
  ),

  endpoint(
    'POST /v1/payment_intents/:intent/cancel',
    { cancellation_reason: oneOf('abandoned', 'duplicate', 'fraudulent', 'requested_by_customer') },
    async ({ work, ids, parameters }) => {
      const intent = await intentAtItsTime(work, ids.intent ?? '');
      if (!isOpen(intent)) throw unexpectedState(intent, 'cancel');
      if (work.internal<PaymentMemory>(intent.id).invoice !== undefined) {
        throw invalidRequest('You cannot cancel a PaymentIntent that belongs to an invoice. Void the invoice instead.');
      }
      intent.status = 'canceled';
      intent.canceled_at = work.now;
      intent.cancellation_reason = parameters.cancellation_reason ?? null;
      intent.next_action = null;
      work.announce('payment_intent.canceled', intent);
      return intent;
    },
  ),

  listEndpoint(
    '/v1/payment_intents',
    'payment_intent',
    { created: timeRange(), customer: text() },
    ({ parameters }) => ({
      customer: parameters.customer,
      times: { created: parameters.created },
    }),
  ),
];
