import type Stripe from 'stripe';
import { cardByName, fingerprintOf, namedCard, type ReadCard, readCard } from '../cards.ts';
import { endpoint, mergeMetadata } from '../endpoint.ts';
import { type CardMemory, detach, findBehavior, isDetached, passChecks } from '../engine/card.ts';
import { customerAtItsTime, useCustomerTime } from '../engine/customer-time.ts';
import { declined } from '../engine/decline.ts';
import { invalidRequest, noSuch } from '../errors.ts';
import { idOf, newId } from '../ids.ts';
import { address, clearable, hash, integer, metadata, needed, oneOf, text, type Values } from '../parameters.ts';
import { ALL } from '../storage/select.ts';
import type { Work } from '../storage/work.ts';
import { postalAddress } from './address.ts';
import { useToken } from './tokens.ts';

const billingDetails = hash({
  address: clearable(address()),
  email: clearable(text(512)),
  name: clearable(text()),
  phone: clearable(text()),
  tax_id: text(),
});

/** The parameter `card`: typed data, or a token. */
const cardData = {
  cvc: text(10),
  exp_month: integer(),
  exp_year: integer(),
  networks: hash({ preferred: text() }),
  number: text(30),
  token: text(),
};

export const paymentMethodData = {
  allow_redisplay: oneOf('always', 'limited', 'unspecified'),
  billing_details: billingDetails,
  card: hash(cardData),
  metadata: metadata(),
  type: needed(oneOf('card')),
};

type Given = Values<typeof paymentMethodData>;

/** A new payment method of a test card, without a customer. */
function buildPaymentMethod(now: number, read: ReadCard, given: Partial<Given> = {}): Stripe.PaymentMethod {
  const details = given.billing_details ?? {};
  return {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: given.allow_redisplay ?? 'unspecified',
    billing_details: {
      address: postalAddress(details.address ?? {}),
      email: details.email ?? null,
      name: details.name ?? null,
      phone: details.phone ?? null,
      tax_id: details.tax_id ?? null,
    },
    card: {
      brand: read.card.brand,
      checks: {
        address_line1_check: details.address?.line1 ? 'unchecked' : null,
        address_postal_code_check: details.address?.postal_code ? 'unchecked' : null,
        cvc_check: read.cvcGiven ? 'unchecked' : null,
      },
      country: 'US',
      display_brand:
        read.card.brand === 'amex'
          ? 'american_express'
          : read.card.brand === 'diners'
            ? 'diners_club'
            : read.card.brand,
      exp_month: read.expMonth,
      exp_year: read.expYear,
      fingerprint: fingerprintOf(read.card),
      funding: read.card.funding,
      generated_from: null,
      last4: read.card.number.slice(-4),
      networks: { available: [read.card.brand], preferred: given.card?.networks?.preferred ?? null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: mergeMetadata({}, given.metadata),
    type: 'card',
  };
}

/** Stores a payment method from a call's parameters: typed card data, a token or a named test card. */
export async function createPaymentMethod(work: Work, given: Given): Promise<Stripe.PaymentMethod> {
  const card = given.card ?? {};
  let read: ReadCard;
  if (card.token !== undefined) read = await useToken(work, card.token);
  else {
    if (card.number === undefined || card.exp_month === undefined || card.exp_year === undefined) {
      const missing = card.number === undefined ? 'number' : card.exp_month === undefined ? 'exp_month' : 'exp_year';
      throw invalidRequest(`Missing required param: card[${missing}].`, {
        code: 'parameter_missing',
        param: `card[${missing}]`,
      });
    }
    read = readCard(
      { number: card.number, exp_month: card.exp_month, exp_year: card.exp_year, cvc: card.cvc },
      work.realNow,
    );
  }
  return work.add('payment_method', buildPaymentMethod(work.now, read, given), memoryOf(read));
}

function memoryOf(read: ReadCard): CardMemory {
  return { card: read.card.name, isSetUp: false };
}

/**
 * The payment method with this id. A `pm_card_…` name makes a new one, as in Stripe's test mode. Throws 400 for a
 * detached one.
 */
export async function usePaymentMethod(work: Work, id: string, param: string): Promise<Stripe.PaymentMethod> {
  if (id.startsWith('pm_card_')) {
    const read = namedCard(id.slice('pm_card_'.length), work.realNow);
    if (read === undefined) throw noSuch('payment_method', id, param);
    return work.add('payment_method', buildPaymentMethod(work.now, read), memoryOf(read));
  }
  const method = await work.get('payment_method', id, param);
  if (!isDetached(work, method)) return method;
  throw invalidRequest(
    'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.',
    { param: 'payment_method' },
  );
}

/** Stores a call's payment method options on an intent. */
export function storePaymentMethodOptions(
  intent: Stripe.PaymentIntent | Stripe.SetupIntent,
  { payment_method_options: given }: { payment_method_options?: { card?: object | undefined } | undefined },
): void {
  Object.assign(intent.payment_method_options?.card ?? {}, given?.card);
}

/**
 * Attaches a payment method to a customer. Throws a card error for a card that its bank declines, and 400 for
 * another customer's.
 */
export async function attachPaymentMethod(
  work: Work,
  id: string,
  customer: Stripe.Customer,
  param: string,
): Promise<Stripe.PaymentMethod> {
  const method = await usePaymentMethod(work, id, param);
  const owner = idOf(method.customer);
  if (owner === customer.id) return method;
  if (owner !== null) {
    throw invalidRequest('The payment method you provided has already been attached to a customer.', {
      code: 'payment_method_unexpected_state',
      param,
    });
  }
  const { decline } = findBehavior(work, method);
  if (decline?.when === 'always') throw declined(decline.as, { paymentMethod: method });
  passChecks(work, method);
  method.customer = customer.id;
  work.announce('payment_method.attached', method, { withChanges: true });
  return method;
}

export const paymentMethodEndpoints = [
  endpoint(
    'POST /v1/payment_methods',
    paymentMethodData,
    async ({ work, parameters }) => createPaymentMethod(work, parameters),
    'browser',
  ),

  endpoint('GET /v1/payment_methods/:method', {}, async ({ work, ids: { method = '' } }) => {
    // A name represents a new card at each use, so there is no stored card to read.
    const read = method.startsWith('pm_card_') ? namedCard(method.slice('pm_card_'.length), work.realNow) : undefined;
    return read ? { ...buildPaymentMethod(work.now, read), id: method } : work.get('payment_method', method);
  }),

  endpoint(
    'POST /v1/payment_methods/:method',
    {
      allow_redisplay: oneOf('always', 'limited', 'unspecified'),
      billing_details: billingDetails,
      card: hash({ exp_month: integer(), exp_year: integer(), networks: hash({ preferred: clearable(text()) }) }),
      metadata: metadata(),
    },
    async ({ work, ids, parameters }) => {
      const method = await work.get('payment_method', ids.method ?? '');
      if (method.customer === null) {
        throw invalidRequest('You must save this PaymentMethod to a customer before you can update it.');
      }
      await useCustomerTime(work, method.customer);
      if (parameters.allow_redisplay !== undefined) method.allow_redisplay = parameters.allow_redisplay;
      const { address: place, ...details } = parameters.billing_details ?? {};
      Object.assign(method.billing_details, details);
      if (place !== undefined) method.billing_details.address = postalAddress(place ?? {});
      if (method.card !== undefined) {
        const { exp_month = method.card.exp_month, exp_year = method.card.exp_year } = parameters.card ?? {};
        const card = cardByName(work.internal<CardMemory>(method.id).card);
        const read = readCard({ number: card?.number ?? '', exp_month, exp_year }, work.realNow);
        method.card.exp_month = read.expMonth;
        method.card.exp_year = read.expYear;
        const preferred = parameters.card?.networks?.preferred;
        if (preferred !== undefined && method.card.networks) method.card.networks.preferred = preferred;
      }
      method.metadata = mergeMetadata(method.metadata ?? {}, parameters.metadata);
      return method;
    },
  ),

  endpoint(
    'POST /v1/payment_methods/:method/attach',
    { customer: needed(text()) },
    async ({ work, ids, parameters }) => {
      const customer = await customerAtItsTime(work, parameters.customer, 'customer');
      return attachPaymentMethod(work, ids.method ?? '', customer, 'id');
    },
  ),

  endpoint('POST /v1/payment_methods/:method/detach', {}, async ({ work, ids }) => {
    const method = await work.get('payment_method', ids.method ?? '');
    const owner = idOf(method.customer);
    if (owner === null) {
      throw invalidRequest(
        'The payment method you provided is not attached to a customer so detachment is impossible.',
        { code: 'payment_method_unexpected_state', param: 'payment_method' },
      );
    }
    const customer = await customerAtItsTime(work, owner);
    detach(work, method);
    if (customer.invoice_settings.default_payment_method === method.id)
      customer.invoice_settings.default_payment_method = null;
    for (const subscription of await work.list('subscription', { customer: owner, limit: ALL })) {
      if (subscription.default_payment_method === method.id) subscription.default_payment_method = null;
    }
    return method;
  }),
];
