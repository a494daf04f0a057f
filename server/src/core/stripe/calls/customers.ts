import type { Locale, ShippingDetails } from '@portico/contract';
import type Stripe from 'stripe';
import { NotFoundError } from '../../http/app-error.ts';
import type { StripeClient } from '../client.ts';
import { refetchIfReplayed, translated } from '../errors.ts';
import type { Step } from '../step.ts';
import { languages } from './languages.ts';
import { purchaseOrderField } from './purchase-order.ts';

export interface NewCustomer {
  readonly accountId: number;
  readonly name: string;
  readonly email: string;
  /** The operation that creates it; stored as metadata to find the customer again. */
  readonly operationId: string;
  /** The customer's own order number, which is printed on invoices (BIL-4). Empty or left out for none. */
  readonly purchaseOrder?: string | undefined;
  /** The language of the customer's invoices and their mails. If left out, Stripe's default, English (BIL-7). */
  readonly language?: Locale | undefined;
  /** The test clock of the customer; in Stripe's test mode only. */
  readonly testClockId?: string | undefined;
}

/** Expands the first ten of a customer's subscriptions that have not ended. */
const withSubscriptions = { expand: ['subscriptions.data.latest_invoice'] };

/** Every stored state of a customer includes its tax numbers. */
const expandTaxIds = 'tax_ids';

/** Calls on customers; an account has one. */
export function customerCalls(client: StripeClient) {
  return {
    create: (customer: NewCustomer, idempotencyKey: string): Promise<Stripe.Customer> =>
      translated(async () => create(await client(), customer, idempotencyKey)),
    /** The customer that an operation created, if it did. */
    findMade: (customer: NewCustomer): Promise<Stripe.Customer | undefined> =>
      translated(async () => findMade(await client(), customer)),
    retrieve: (customerId: string): Promise<Stripe.Customer> =>
      translated(async () => retrieveCustomer(await client(), customerId)),
    /** Deletes a customer without purchases. An already deleted one is not an error. */
    remove: (customerId: string, idempotencyKey: string): Promise<void> => remove(client, customerId, idempotencyKey),
    /** Stores the address for invoices and tax. @returns the current customer with the first of its subscriptions. */
    setAddress: (customerId: string, details: ShippingDetails, step: Step): Promise<Stripe.Customer> =>
      setAddress(client, customerId, details, step),
    setDefaultPaymentMethod: (
      customerId: string,
      paymentMethodId: string,
      idempotencyKey: string,
    ): Promise<Stripe.Customer> =>
      updateCustomer(
        client,
        customerId,
        { invoice_settings: { default_payment_method: paymentMethodId } },
        idempotencyKey,
      ),
  };
}

async function create(stripe: Stripe, customer: NewCustomer, idempotencyKey: string): Promise<Stripe.Customer> {
  const answer = await stripe.customers.create(
    {
      name: customer.name,
      email: customer.email,
      ...(customer.language && { preferred_locales: [languages[customer.language]] }),
      ...(customer.testClockId && { test_clock: customer.testClockId }),
      ...(customer.purchaseOrder && {
        invoice_settings: { custom_fields: [purchaseOrderField(customer.purchaseOrder, customer.language ?? 'en')] },
      }),
      metadata: { account_id: String(customer.accountId), operation_id: customer.operationId },
      expand: [expandTaxIds],
    },
    { idempotencyKey },
  );
  return refetchIfReplayed<Stripe.Customer>(answer, ({ id }) => retrieveCustomer(stripe, id));
}

function remove(client: StripeClient, customerId: string, idempotencyKey: string): Promise<void> {
  return translated(async () => {
    await (await client()).customers.del(customerId, {}, { idempotencyKey });
  }).catch((error: unknown) => {
    if (!(error instanceof NotFoundError)) throw error;
  });
}

async function findMade(stripe: Stripe, { email, operationId }: NewCustomer): Promise<Stripe.Customer | undefined> {
  for await (const customer of stripe.customers.list({ email, limit: 100, expand: [`data.${expandTaxIds}`] })) {
    if (customer.metadata.operation_id === operationId) return customer;
  }
  return undefined;
}

/** @throws NotFoundError also for a deleted customer. */
export async function retrieveCustomer(
  stripe: Stripe,
  customerId: string,
  parameters?: Stripe.CustomerRetrieveParams,
): Promise<Stripe.Customer> {
  const expand = [...(parameters?.expand ?? []), expandTaxIds];
  const customer = await stripe.customers.retrieve(customerId, { ...parameters, expand });
  if (customer.deleted) throw new NotFoundError();
  return customer;
}

function setAddress(
  client: StripeClient,
  customerId: string,
  details: ShippingDetails,
  step: Step,
): Promise<Stripe.Customer> {
  return step(
    'address',
    (idempotencyKey) =>
      updateCustomer(client, customerId, { ...addressParameters(details), ...withSubscriptions }, idempotencyKey),
    () =>
      translated(async () => {
        const customer = await retrieveCustomer(await client(), customerId, withSubscriptions);
        return hasAddress(customer, details) ? customer : undefined;
      }),
  );
}

export function updateCustomer(
  client: StripeClient,
  customerId: string,
  parameters: Stripe.CustomerUpdateParams,
  idempotencyKey: string,
): Promise<Stripe.Customer> {
  return translated(async () => {
    const stripe = await client();
    const { expand = [] } = parameters;
    const expanded = { ...parameters, expand: [...expand, expandTaxIds] };
    const answer = await stripe.customers.update(customerId, expanded, { idempotencyKey });
    return refetchIfReplayed<Stripe.Customer>(answer, () => retrieveCustomer(stripe, customerId, { expand }));
  });
}

function addressParameters(details: ShippingDetails) {
  return { name: details.name, ...locationParameters(details) };
}

/**
 * Both locations that can determine the tax. Stripe prefers the shipping address
 * (docs.stripe.com/tax/customer-locations).
 */
export function locationParameters({ name, address }: ShippingDetails) {
  return { address: toStripeAddress(address), shipping: { name, address: toStripeAddress(address) } };
}

/** Whether a customer already has this address, so that an update would change nothing. */
export function hasAddress(
  customer: Pick<Stripe.Customer, 'name' | 'address' | 'shipping'>,
  details: ShippingDetails,
): boolean {
  const wanted = addressParameters(details);
  const isSame = (kept: Stripe.Address | null | undefined) =>
    Object.entries(wanted.address).every(([part, value]) => (kept?.[part as keyof Stripe.Address] ?? '') === value);
  return (
    customer.name === wanted.name &&
    customer.shipping?.name === wanted.name &&
    isSame(customer.address) &&
    isSame(customer.shipping?.address)
  );
}

/** An address in Stripe's form. An empty part clears the stored one. */
function toStripeAddress(address: ShippingDetails['address']): Stripe.AddressParam {
  return {
    line1: address.line1,
    line2: address.line2 ?? '',
    city: address.city,
    state: address.state ?? '',
    postal_code: address.postalCode,
    country: address.country,
  };
}
