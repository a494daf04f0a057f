import type Stripe from 'stripe';
import { endpoint, listEndpoint, mergeMetadata } from '../endpoint.ts';
import { customerAtItsTime, useCustomerTime } from '../engine/customer-time.ts';
import { confirmSetup, createSetupIntent, type SetupMemory } from '../engine/setup.ts';
import { invalidRequest } from '../errors.ts';
import { idOf } from '../ids.ts';
import { flag, hash, list, metadata, oneOf, text, webAddress } from '../parameters.ts';
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
  mandate_data: hash({
    customer_acceptance: hash({
      accepted_at: text(),
      offline: hash({}),
      online: hash({ ip_address: text(), user_agent: text() }),
      type: oneOf('online', 'offline'),
    }),
  }),
  payment_method: text(),
  payment_method_data: hash(paymentMethodData),
  payment_method_options: hash({ card: hash({ request_three_d_secure: oneOf('automatic', 'any', 'challenge') }) }),
  return_url: webAddress(),
  use_stripe_sdk: flag(),
};

/** The payment method of a confirmation: an id, data for a new one, or that of the intent. */
async function methodFor(
  work: Work,
  intent: Stripe.SetupIntent,
  given: {
    payment_method?: string | undefined;
    payment_method_data?: Parameters<typeof createPaymentMethod>[1] | undefined;
  },
): Promise<Stripe.PaymentMethod | null> {
  if (given.payment_method_data !== undefined) return createPaymentMethod(work, given.payment_method_data);
  const id = given.payment_method ?? idOf(intent.payment_method);
  if (id === null) return null;
  const method = await usePaymentMethod(work, id, 'payment_method');
  const owner = idOf(method.customer);
  if (owner !== null && owner !== idOf(intent.customer)) {
    throw invalidRequest(
      idOf(intent.customer) === null
        ? 'The provided PaymentMethod cannot be attached. To reuse a PaymentMethod, you must attach it to a Customer first.'
        : `The PaymentMethod ${method.id} does not belong to the Customer you supplied ${idOf(intent.customer)}. Please use this PaymentMethod with the Customer that it belongs to instead.`,
      { param: 'payment_method' },
    );
  }
  return method;
}

function unexpectedState(intent: Stripe.SetupIntent, verb: 'cancel' | 'confirm' | 'update') {
  return invalidRequest(
    `You cannot ${verb} this SetupIntent because it has a status of ${intent.status}. Only a SetupIntent with one of the following statuses can be changed this way: requires_payment_method, requires_confirmation, requires_action.`,
    { code: 'setup_intent_unexpected_state' },
  );
}

const isOpen = (intent: Stripe.SetupIntent) => intent.status !== 'succeeded' && intent.status !== 'canceled';

/** Loads an intent and switches the work to its customer's time. */
async function intentAtItsTime(work: Work, id: string): Promise<Stripe.SetupIntent> {
  const intent = await work.get('setup_intent', id, 'intent');
  await useCustomerTime(work, intent.customer);
  return intent;
}

export const setupIntentEndpoints = [
  listEndpoint('/v1/setup_intents', 'setup_intent', { payment_method: text() }, ({ parameters }) => ({
    match: { payment_method: parameters.payment_method },
  })),

  endpoint(
    'POST /v1/setup_intents',
    {
      ...confirmation,
      automatic_payment_methods: hash({ allow_redirects: oneOf('always', 'never'), enabled: flag() }),
      confirm: flag(),
      customer: text(),
      description: text(1000),
      metadata: metadata(),
      usage: oneOf('off_session', 'on_session'),
    },
    async ({ work, parameters }) => {
      if (parameters.customer !== undefined) await customerAtItsTime(work, parameters.customer, 'customer');
      const intent = createSetupIntent(work, {
        customer: parameters.customer ?? null,
        allowedTypes: parameters.allowed_payment_method_types ?? null,
        usage: parameters.usage,
        description: parameters.description ?? null,
        metadata: mergeMetadata({}, parameters.metadata),
      });
      storePaymentMethodOptions(intent, parameters);
      if (parameters.return_url !== undefined && !parameters.confirm) {
        throw invalidRequest('You can only set `return_url` when `confirm` is true.', { param: 'return_url' });
      }
      const method = await methodFor(work, intent, parameters);
      if (method !== null) {
        intent.payment_method = method.id;
        intent.status = 'requires_confirmation';
      }
      if (parameters.confirm) {
        if (method === null)
          throw invalidRequest('You must provide a payment method to confirm this SetupIntent.', {
            param: 'payment_method',
          });
        if (parameters.return_url !== undefined)
          work.internal<SetupMemory>(intent.id).returnUrl = parameters.return_url;
        await confirmSetup(work, intent, method);
      }
      return intent;
    },
  ),

  endpoint(
    'GET /v1/setup_intents/:intent',
    { client_secret: text() },
    async ({ work, ids, parameters, isBrowser }) => {
      const intent = await work.get('setup_intent', ids.intent ?? '', 'intent');
      proveSecret(intent, parameters.client_secret, isBrowser);
      return shownToBrowser(intent, isBrowser);
    },
    'browser',
  ),

  endpoint(
    'POST /v1/setup_intents/:intent/confirm',
    { ...confirmation, client_secret: text(), return_url: webAddress() },
    async ({ work, ids, parameters, isBrowser }) => {
      const intent = await intentAtItsTime(work, ids.intent ?? '');
      proveSecret(intent, parameters.client_secret, isBrowser);
      if (!isOpen(intent)) throw unexpectedState(intent, 'confirm');
      storePaymentMethodOptions(intent, parameters);
      const method = await methodFor(work, intent, parameters);
      if (method === null) {
        throw invalidRequest(
          "You cannot confirm this SetupIntent because it's missing a payment method. You can either update the SetupIntent with a payment method and then confirm it again, or confirm it again directly with a payment method.",
          { code: 'setup_intent_unexpected_state' },
        );
      }
      if (parameters.return_url !== undefined && !parameters.use_stripe_sdk)
        work.internal<SetupMemory>(intent.id).returnUrl = parameters.return_url;
      await confirmSetup(work, intent, method);
      return shownToBrowser(intent, isBrowser);
    },
    'browser',
  ),
];
