import type Stripe from 'stripe';
import { idOf } from '../ids.ts';
import type { Work } from '../storage/work.ts';
import { clockNow } from './clock.ts';

/** What is remembered about a customer beside what the API shows. */
export interface CustomerMemory {
  /** Told for tax, and shown with it. */
  ipAddress?: string | null;
}

/** Loads the customer and turns the work to its time, which is a test clock's for customers that have one. */
export async function customerAtItsTime(work: Work, id: string, param?: string): Promise<Stripe.Customer> {
  const customer = await work.get('customer', id, param);
  const clock =
    typeof customer.test_clock === 'string'
      ? await work.find('test_helpers.test_clock', customer.test_clock)
      : undefined;
  work.useClock(clock === undefined ? null : clockNow(work, clock));
  return customer;
}

/** Turns the work to the time of whose something is; it stays in real time for nobody and for a customer who was deleted. */
export async function turnToTimeOf(work: Work, customer: string | { id: string } | null | undefined): Promise<void> {
  const id = idOf(customer);
  if (id !== null && (await work.find('customer', id)) !== undefined) await customerAtItsTime(work, id);
}
