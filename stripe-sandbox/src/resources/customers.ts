import type Stripe from 'stripe';
import { endpoint, listEndpoint, listPage, mergeMetadata, pageOf } from '../endpoint.ts';
import { recordBalanceChange } from '../engine/balance.ts';
import { endSubscription, stopCollecting } from '../engine/cancellation.ts';
import { attachedMethod, detach } from '../engine/card.ts';
import { clockNow } from '../engine/clock.ts';
import { type CustomerMemory, customerAtItsTime } from '../engine/customer-time.ts';
import { taxLocationOf } from '../engine/tax.ts';
import { invalidRequest } from '../errors.ts';
import { newId, randomText } from '../ids.ts';
import {
  address,
  clearable,
  hash,
  integer,
  list,
  metadata,
  oneOf,
  paging,
  text,
  timeRange,
  type Values,
} from '../parameters.ts';
import { ALL } from '../storage/select.ts';
import type { Work } from '../storage/work.ts';
import { postalAddress, shippingAddress } from './address.ts';
import { customFields } from './billing-parameters.ts';
import { attachPaymentMethod } from './payment-methods.ts';

const fields = {
  address: clearable(address()),
  balance: integer({ least: -99_999_999_999 }),
  business_name: clearable(text(150)),
  description: clearable(text(5000)),
  email: clearable(text(512)),
  individual_name: clearable(text(150)),
  invoice_prefix: text(12),
  invoice_settings: hash({
    custom_fields: clearable(customFields),
    default_payment_method: clearable(text()),
    footer: clearable(text()),
    rendering_options: clearable(
      hash({ amount_tax_display: clearable(oneOf('exclude_tax', 'include_inclusive_tax')), template: text() }),
    ),
  }),
  metadata: metadata(),
  name: clearable(text(256)),
  next_invoice_sequence: integer({ least: 1 }),
  phone: clearable(text(20)),
  preferred_locales: list(text(10)),
  shipping: clearable(hash({ address: address(), name: text(), phone: clearable(text()) })),
  tax: hash({ ip_address: clearable(text()), validate_location: oneOf('auto', 'deferred', 'immediately') }),
  tax_exempt: clearable(oneOf('none', 'exempt', 'reverse')),
};

const creation = { ...fields, payment_method: text(), test_clock: text() };

type Fields = Values<typeof fields>;

/** A new customer with default values. */
export function newCustomer(now: number): Stripe.Customer {
  return {
    id: newId('cus', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: now,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
}

async function apply(work: Work, customer: Stripe.Customer, given: Fields): Promise<void> {
  if (given.address !== undefined) customer.address = postalAddress(given.address);
  if (given.balance !== undefined && given.balance !== customer.balance)
    recordBalanceChange(work, customer, given.balance - customer.balance, 'adjustment');
  if (given.description !== undefined) customer.description = given.description;
  if (given.email !== undefined) customer.email = given.email;
  if (given.name !== undefined) customer.name = given.name;
  if (given.phone !== undefined) customer.phone = given.phone;
  if (given.business_name) customer.business_name = given.business_name;
  if (given.individual_name) customer.individual_name = given.individual_name;
  if (given.preferred_locales !== undefined) customer.preferred_locales = given.preferred_locales;
  if (given.tax_exempt !== undefined) customer.tax_exempt = given.tax_exempt ?? 'none';
  if (given.next_invoice_sequence !== undefined) customer.next_invoice_sequence = given.next_invoice_sequence;
  if (given.invoice_prefix !== undefined) {
    if (!/^[A-Z0-9]{3,12}$/.test(given.invoice_prefix)) {
      throw invalidRequest('Invoice prefix must be 3-12 uppercase letters or numbers.', { param: 'invoice_prefix' });
    }
    customer.invoice_prefix = given.invoice_prefix;
  }
  if (given.shipping !== undefined) customer.shipping = given.shipping && shippingAddress(given.shipping);
  customer.metadata = mergeMetadata(customer.metadata, given.metadata);
  if (given.invoice_settings !== undefined) await applyInvoiceSettings(work, customer, given.invoice_settings);
  if (given.tax?.ip_address !== undefined) work.internal<CustomerMemory>(customer.id).ipAddress = given.tax.ip_address;
  if (given.tax?.validate_location === 'immediately' && taxLocationOf(customer) === null) {
    throw invalidRequest("We couldn't determine the customer's tax location based on the provided customer address.", {
      code: 'customer_tax_location_invalid',
      param: 'tax[validate_location]',
    });
  }
}

async function applyInvoiceSettings(
  work: Work,
  customer: Stripe.Customer,
  given: NonNullable<Fields['invoice_settings']>,
): Promise<void> {
  const settings = customer.invoice_settings;
  if (given.custom_fields !== undefined) settings.custom_fields = given.custom_fields;
  if (given.footer !== undefined) settings.footer = given.footer;
  if (given.rendering_options !== undefined) {
    settings.rendering_options =
      given.rendering_options === null
        ? null
        : {
            amount_tax_display: given.rendering_options.amount_tax_display ?? null,
            template: given.rendering_options.template ?? null,
          };
  }
  const methodId = given.default_payment_method;
  if (methodId === null) settings.default_payment_method = null;
  else if (methodId !== undefined) {
    const param = 'invoice_settings[default_payment_method]';
    settings.default_payment_method = (await attachedMethod(work, methodId, customer.id, param)).id;
  }
}

export const customerEndpoints = [
  endpoint('POST /v1/customers', creation, async ({ work, parameters }) => {
    if (parameters.test_clock !== undefined) {
      work.useClock(clockNow(work, await work.get('test_helpers.test_clock', parameters.test_clock, 'test_clock')));
    }
    const customer = work.add('customer', { ...newCustomer(work.now), test_clock: parameters.test_clock ?? null });
    // The default may be the payment method that this call attaches.
    const { invoice_settings, ...rest } = parameters;
    await apply(work, customer, rest);
    if (parameters.payment_method !== undefined)
      await attachPaymentMethod(work, parameters.payment_method, customer, 'payment_method');
    if (invoice_settings !== undefined) await applyInvoiceSettings(work, customer, invoice_settings);
    work.announce('customer.created', customer);
    return customer;
  }),

  endpoint('GET /v1/customers/:customer', {}, async ({ work, ids }) => {
    const id = ids.customer ?? '';
    const customer = await work.find('customer', id, { deleted: true });
    if (customer === undefined) return work.get('customer', id);
    return work.isDeleted(id) ? { id, object: 'customer', deleted: true } : customer;
  }),

  endpoint('POST /v1/customers/:customer', { ...fields, default_source: text() }, async ({ work, ids, parameters }) => {
    const customer = await customerAtItsTime(work, ids.customer ?? '');
    if (parameters.default_source !== undefined) {
      throw invalidRequest(`No such source: '${parameters.default_source}'`, {
        param: 'default_source',
        code: 'resource_missing',
      });
    }
    await apply(work, customer, parameters);
    return customer;
  }),

  endpoint('DELETE /v1/customers/:customer', {}, async ({ work, ids }) => {
    const customer = await customerAtItsTime(work, ids.customer ?? '');
    for (const subscription of await work.list('subscription', { customer: customer.id, limit: ALL })) {
      if (subscription.ended_at === null) await endSubscription(work, subscription, 'cancellation_requested');
    }
    await stopCollecting(work, { customer: customer.id });
    for (const method of await work.list('payment_method', { customer: customer.id, limit: ALL })) {
      detach(work, method);
    }
    work.announce('customer.deleted', customer);
    work.remove(customer.id);
    return { id: customer.id, object: 'customer', deleted: true };
  }),

  listEndpoint(
    '/v1/customers',
    'customer',
    { created: timeRange(), email: text(512), test_clock: text() },
    ({ parameters }) => ({
      times: { created: parameters.created },
      match: { email: parameters.email },
      testClock: parameters.test_clock,
    }),
  ),

  endpoint(
    'GET /v1/customers/:customer/payment_methods',
    { ...paging, type: oneOf('card'), allow_redisplay: oneOf('always', 'limited', 'unspecified') },
    async ({ work, ids, parameters }) => {
      const customer = await work.get('customer', ids.customer ?? '');
      return listPage(work, 'payment_method', `/v1/customers/${customer.id}/payment_methods`, {
        customer: customer.id,
        match: { allow_redisplay: parameters.allow_redisplay },
        ...pageOf(parameters),
      });
    },
  ),
];
