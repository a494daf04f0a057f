import type Stripe from 'stripe';

type GivenAddress = { [K in keyof Stripe.Address]?: string | null };

/** An address in its API form: every part, null if unknown. Null for null. */
export function postalAddress(given: GivenAddress | null): Stripe.Address | null {
  if (given === null) return null;
  const { city = null, country = null, line1 = null, line2 = null, postal_code = null, state = null } = given;
  return { city, country, line1, line2, postal_code, state };
}

interface GivenShipping {
  readonly address?: GivenAddress;
  readonly name?: string;
  readonly phone?: string | null;
}

/** A customer's shipping address in its API form. */
export function shippingAddress({ address = {}, name = '', phone = null }: GivenShipping): Stripe.Customer.Shipping {
  return { address: postalAddress(address) ?? undefined, name, phone };
}
