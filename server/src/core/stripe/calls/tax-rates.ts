import type Stripe from 'stripe';
import type { StripeClient } from '../client.ts';
import { translated } from '../errors.ts';

/** The authority's name of the tax, such as 'GST', and its percentage. */
export interface TaxRate {
  readonly name: string;
  readonly percentage: number;
}

/** Names and percentages of taxes on invoices (INV-31). A rate's percentage never changes at Stripe. */
export function taxRateCalls(client: StripeClient) {
  return {
    /** @throws NotFoundError; UnavailableError */
    read: (id: string): Promise<TaxRate> => translated(async () => readTaxRate(await client(), id)),
  };
}

export async function readTaxRate(stripe: Stripe, id: string): Promise<TaxRate> {
  const { display_name: name, percentage } = await stripe.taxRates.retrieve(id);
  return { name, percentage };
}
