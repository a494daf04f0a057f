import type Stripe from 'stripe';
import { invalidRequest } from '../errors.ts';
import { idOf } from '../ids.ts';
import type { Work } from '../storage/work.ts';
import { customerAtItsTime } from './customers.ts';

/** Loads an invoice and turns the work to its customer's time. `param` names the parameter that held the id. */
export async function invoiceAtItsTime(work: Work, id: string, param?: string): Promise<Stripe.Invoice> {
  const invoice = await work.get('invoice', id, param);
  const customer = await work.find('customer', idOf(invoice.customer) ?? '');
  if (customer !== undefined) await customerAtItsTime(work, customer.id);
  return invoice;
}

/** Throws a 400 with this message unless the invoice is in one of the states. */
export function needStatus(invoice: Stripe.Invoice, wanted: string[], message: string, code?: string): void {
  if (!wanted.includes(invoice.status ?? '')) throw invalidRequest(message, code === undefined ? {} : { code });
}
