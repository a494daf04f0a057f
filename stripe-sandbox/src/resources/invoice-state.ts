import type Stripe from 'stripe';
import { useCustomerTime } from '../engine/customer-time.ts';
import { addToDraft } from '../engine/invoicing.ts';
import { invalidRequest } from '../errors.ts';
import { idOf } from '../ids.ts';
import type { Work } from '../storage/work.ts';

/** Loads an invoice and switches the work to its customer's time. `param` names the parameter with the id. */
export async function invoiceAtItsTime(work: Work, id: string, param?: string): Promise<Stripe.Invoice> {
  const invoice = await work.get('invoice', id, param);
  await useCustomerTime(work, invoice.customer);
  return invoice;
}

/** A subscription of this customer. Throws Stripe's errors for an unknown one and for another customer's. */
export async function subscriptionOfCustomer(work: Work, id: string, customer: string): Promise<Stripe.Subscription> {
  const subscription = await work.get('subscription', id, 'subscription');
  if (idOf(subscription.customer) === customer) return subscription;
  throw invalidRequest(`Customer ${customer} does not have a subscription with ID ${id}`, {
    code: 'resource_missing',
    param: 'subscription',
  });
}

/** Puts a pending item onto a draft. Throws 400 for an item of another customer or in another currency. */
export async function addPendingItem(
  work: Work,
  invoice: Stripe.Invoice,
  item: Stripe.InvoiceItem,
  param: string,
): Promise<void> {
  const reason =
    idOf(item.customer) !== idOf(invoice.customer)
      ? 'is of another customer'
      : item.currency !== invoice.currency
        ? `is in ${item.currency} and not in ${invoice.currency}`
        : null;
  if (reason !== null) {
    throw invalidRequest(`The invoice item ${item.id} cannot be added to ${invoice.id} because it ${reason}.`, {
      param,
    });
  }
  await addToDraft(work, invoice, item);
}

/** Throws 400 with this message unless the invoice has one of the statuses. */
export function needStatus(invoice: Stripe.Invoice, wanted: string[], message: string, code?: string): void {
  if (!wanted.includes(invoice.status ?? '')) throw invalidRequest(message, code === undefined ? {} : { code });
}
