import type { ShippingDetails } from '@portico/contract';
import type Stripe from 'stripe';
import { NotFoundError } from '../../http/app-error.ts';
import type { StripeClient } from '../client.ts';
import { refetchIfReplayed, translated } from '../errors.ts';
import type { Step } from '../step.ts';

export interface NewCustomer {
  readonly accountId: number;
  readonly name: string;
  readonly email: string;
  /** The operation that makes it, by which it is found again. */
  readonly operationId: string;
  /** The test clock whose time it lives in; Stripe has these in test mode only. */
  readonly testClockId?: string | undefined;
}

/** Asks for a customer together with the first ten of its subscriptions that have not ended. */
const withSubscriptions = { expand: ['subscriptions.data.latest_invoice'] };

/** Customers: one an account. */
export function customerCalls(client: StripeClient) {
  async function retrieve(
    stripe: Stripe,
    customerId: string,
    parameters?: Stripe.CustomerRetrieveParams,
  ): Promise<Stripe.Customer> {
    const customer = await stripe.customers.retrieve(customerId, parameters);
    if (customer.deleted) throw new NotFoundError();
    return customer;
  }

  function update(
    customerId: string,
    parameters: Stripe.CustomerUpdateParams,
    idempotencyKey: string,
  ): Promise<Stripe.Customer> {
    return translated(async () => {
      const stripe = await client();
      const answer = await stripe.customers.update(customerId, parameters, { idempotencyKey });
      const { expand } = parameters;
      return refetchIfReplayed<Stripe.Customer>(answer, () => retrieve(stripe, customerId, expand && { expand }));
    });
  }

  return {
    create: (customer: NewCustomer, idempotencyKey: string): Promise<Stripe.Customer> =>
      translated(async () => {
        const stripe = await client();
        const answer = await stripe.customers.create(
          {
            name: customer.name,
            email: customer.email,
            ...(customer.testClockId && { test_clock: customer.testClockId }),
            metadata: { account_id: String(customer.accountId), operation_id: customer.operationId },
          },
          { idempotencyKey },
        );
        return refetchIfReplayed<Stripe.Customer>(answer, ({ id }) => retrieve(stripe, id));
      }),
    /** The customer that an operation made, if it did. */
    findMade: ({ email, operationId }: NewCustomer): Promise<Stripe.Customer | undefined> =>
      translated(async () => {
        for await (const customer of (await client()).customers.list({ email, limit: 100 })) {
          if (customer.metadata.operation_id === operationId) return customer;
        }
        return undefined;
      }),
    retrieve: (customerId: string): Promise<Stripe.Customer> =>
      translated(async () => retrieve(await client(), customerId)),
    /** Where invoices are addressed and tax is reckoned. @returns the customer with the first of its subscriptions, as they are now. */
    setAddress: (customerId: string, details: ShippingDetails, step: Step): Promise<Stripe.Customer> =>
      step(
        'address',
        (idempotencyKey) => update(customerId, { ...addressOf(details), ...withSubscriptions }, idempotencyKey),
        () =>
          translated(async () => {
            const customer = await retrieve(await client(), customerId, withSubscriptions);
            return hasAddress(customer, details) ? customer : undefined;
          }),
      ),
    setDefaultPaymentMethod: (
      customerId: string,
      paymentMethodId: string,
      idempotencyKey: string,
    ): Promise<Stripe.Customer> =>
      update(customerId, { invoice_settings: { default_payment_method: paymentMethodId } }, idempotencyKey),
  };
}

function addressOf(details: ShippingDetails) {
  return { name: details.name, ...locationOf(details) };
}

/** Both places that tax may be reckoned by: where there is one to ship to, Stripe takes that one (docs.stripe.com/tax/customer-locations). */
export function locationOf({ name, address }: ShippingDetails) {
  return { address: toStripeAddress(address), shipping: { name, address: toStripeAddress(address) } };
}

/** Whether a customer has this address already; telling Stripe again would change nothing. */
export function hasAddress(
  customer: Pick<Stripe.Customer, 'name' | 'address' | 'shipping'>,
  details: ShippingDetails,
): boolean {
  const wanted = addressOf(details);
  const isSame = (kept: Stripe.Address | null | undefined) =>
    Object.entries(wanted.address).every(([part, value]) => (kept?.[part as keyof Stripe.Address] ?? '') === value);
  return (
    customer.name === wanted.name &&
    customer.shipping?.name === wanted.name &&
    isSame(customer.address) &&
    isSame(customer.shipping?.address)
  );
}

/** Stripe's spelling; an empty part clears what was there. */
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
