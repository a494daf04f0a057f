import type { ShippingDetails } from '@portico/contract';
import type Stripe from 'stripe';
import type { StripeClient } from './client.ts';
import { translated } from './errors.ts';

export interface NewCustomer {
  readonly accountId: number;
  readonly name: string;
  readonly email: string;
}

/** Customers: one an account, found again by the account's id in its metadata. */
export function customerCalls(client: StripeClient) {
  return {
    /** Makes the account's customer. The key is the account's, so that two first purchases at once make one. */
    create: (customer: NewCustomer): Promise<Stripe.Customer> =>
      translated(async () =>
        (await client()).customers.create(
          { name: customer.name, email: customer.email, metadata: { account_id: String(customer.accountId) } },
          { idempotencyKey: `account-${customer.accountId}-customer` },
        ),
      ),
    /** Where invoices are addressed and tax is reckoned. */
    setAddress: (customerId: string, details: ShippingDetails, idempotencyKey: string): Promise<Stripe.Customer> =>
      translated(async () =>
        (await client()).customers.update(
          customerId,
          {
            name: details.name,
            address: toStripeAddress(details.address),
            shipping: { name: details.name, address: toStripeAddress(details.address) },
          },
          { idempotencyKey },
        ),
      ),
    setDefaultPaymentMethod: (customerId: string, paymentMethodId: string): Promise<Stripe.Customer> =>
      translated(async () =>
        (await client()).customers.update(customerId, {
          invoice_settings: { default_payment_method: paymentMethodId },
        }),
      ),
    retrieve: (customerId: string): Promise<Stripe.Customer | Stripe.DeletedCustomer> =>
      translated(async () => (await client()).customers.retrieve(customerId)),
  };
}

/** Stripe's spelling; an empty part clears what was there. */
export function toStripeAddress(address: ShippingDetails['address']): Stripe.AddressParam {
  return {
    line1: address.line1,
    line2: address.line2 ?? '',
    city: address.city,
    state: address.state ?? '',
    postal_code: address.postalCode,
    country: address.country,
  };
}
