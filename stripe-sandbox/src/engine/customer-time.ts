import type Stripe from 'stripe';
import { idOf } from '../ids.ts';
import type { Work } from '../storage/work.ts';
import { clockNow } from './clock.ts';

/** Internal data of a customer. */
export interface CustomerMemory {
  /** The IP address that a call gave for tax. Only `customer.tax` shows it. */
  ipAddress?: string | null;
}

/** Loads the customer and switches the work to their time: that of their test clock, or real time. */
export async function customerAtItsTime(work: Work, id: string, param?: string): Promise<Stripe.Customer> {
  const customer = await work.get('customer', id, param);
  const clock =
    typeof customer.test_clock === 'string'
      ? await work.find('test_helpers.test_clock', customer.test_clock)
      : undefined;
  work.useClock(clock === undefined ? null : clockNow(work, clock));
  return customer;
}

/** Switches the work to a customer's time. Without a customer, or for a deleted one, the work stays in real time. */
export async function useCustomerTime(work: Work, customer: string | { id: string } | null | undefined): Promise<void> {
  const id = idOf(customer);
  if (id !== null && (await work.find('customer', id)) !== undefined) await customerAtItsTime(work, id);
}
