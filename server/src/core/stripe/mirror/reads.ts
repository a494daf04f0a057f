import type Stripe from 'stripe';
import { isMissing } from '../errors.ts';
import type { MirroredObjects, MirroredType } from './rows.ts';

/** Stripe's maximum page size. */
export const pageSize = 100;

const readers: {
  readonly [Type in MirroredType]: (
    stripe: Stripe,
    id: string,
  ) => Promise<MirroredObjects[Type] | Stripe.DeletedCustomer>;
} = {
  customer: (stripe, id) => stripe.customers.retrieve(id, { expand: ['tax_ids'] }),
  payment_method: (stripe, id) => stripe.paymentMethods.retrieve(id),
  subscription: (stripe, id) => stripe.subscriptions.retrieve(id),
  subscription_schedule: (stripe, id) => stripe.subscriptionSchedules.retrieve(id),
  invoice: (stripe, id) => stripe.invoices.retrieve(id, { expand: ['payments'] }),
  invoiceitem: (stripe, id) => stripe.invoiceItems.retrieve(id),
  invoice_payment: (stripe, id) => stripe.invoicePayments.retrieve(id),
  payment_intent: (stripe, id) => stripe.paymentIntents.retrieve(id),
  charge: (stripe, id) => stripe.charges.retrieve(id, { expand: ['balance_transaction'] }),
  refund: (stripe, id) => stripe.refunds.retrieve(id, { expand: ['balance_transaction'] }),
  credit_note: (stripe, id) => stripe.creditNotes.retrieve(id),
};

export type ListParameters = { limit: number; starting_after?: string; created?: Stripe.RangeQueryParam };
type List = (stripe: Stripe, parameters: ListParameters) => Promise<{ data: { id?: string }[]; has_more: boolean }>;

/**
 * Lists that contain objects in the same form as individual reads. Payment methods have no such list, and reading a
 * customer needs a further call anyway.
 */
const lists: Partial<Record<MirroredType, List>> = {
  subscription: (stripe, page) => stripe.subscriptions.list({ ...page, status: 'all' }),
  subscription_schedule: (stripe, page) => stripe.subscriptionSchedules.list(page),
  invoice: (stripe, page) => stripe.invoices.list({ ...page, expand: ['data.payments'] }),
  invoiceitem: (stripe, page) => stripe.invoiceItems.list(page),
  invoice_payment: (stripe, page) => stripe.invoicePayments.list(page),
  payment_intent: (stripe, page) => stripe.paymentIntents.list(page),
  charge: (stripe, page) => stripe.charges.list({ ...page, expand: ['data.balance_transaction'] }),
  refund: (stripe, page) => stripe.refunds.list({ ...page, expand: ['data.balance_transaction'] }),
  credit_note: (stripe, page) => stripe.creditNotes.list(page),
};

/** The list of a type by creation time, newest first, or undefined. */
export function findList(type: MirroredType): List | undefined {
  return lists[type];
}

/** @returns the current object; undefined if it was deleted at Stripe. */
export async function read<Type extends MirroredType>(
  stripe: Stripe,
  type: Type,
  id: string,
): Promise<MirroredObjects[Type] | undefined> {
  return unlessMissing(undefined, async () => {
    const object = await readers[type](stripe, id);
    return 'deleted' in object && object.deleted ? undefined : (object as MirroredObjects[Type]);
  });
}

/** All lines of an invoice. The invoice itself contains only the first ones. */
export async function wholeLines(stripe: Stripe, invoice: Stripe.Invoice): Promise<Stripe.InvoiceLineItem[]> {
  const lines = [...invoice.lines.data];
  for (let hasMore = invoice.lines.has_more; hasMore; ) {
    const page: Stripe.ApiList<Stripe.InvoiceLineItem> = await stripe.invoices.listLineItems(invoice.id ?? '', {
      limit: pageSize,
      ...startingAfter(lines.at(-1)?.id),
    });
    lines.push(...page.data);
    hasMore = page.has_more && page.data.length > 0;
  }
  return lines;
}

/**
 * Changes of a customer's balance, newest first; empty for a deleted customer. A change is immutable, so reading ends
 * at a page with known ones.
 * @param knowsSome whether some of these are in the mirror.
 */
export async function readBalanceHistory(
  stripe: Stripe,
  customerId: string,
  knowsSome: (ids: string[]) => Promise<boolean>,
): Promise<Stripe.CustomerBalanceTransaction[]> {
  return unlessMissing([], async () => {
    const history: Stripe.CustomerBalanceTransaction[] = [];
    for (let hasMore = true; hasMore; ) {
      const page: Stripe.ApiList<Stripe.CustomerBalanceTransaction> = await stripe.customers.listBalanceTransactions(
        customerId,
        { limit: pageSize, ...startingAfter(history.at(-1)?.id) },
      );
      history.push(...page.data);
      hasMore = page.has_more && page.data.length > 0 && !(await knowsSome(page.data.map(({ id }) => id)));
    }
    return history;
  });
}

/** The pending items that an invoice includes. */
export async function readItemsOfInvoice(stripe: Stripe, invoice: string): Promise<Stripe.InvoiceItem[]> {
  const items: Stripe.InvoiceItem[] = [];
  for await (const item of stripe.invoiceItems.list({ invoice, limit: pageSize })) items.push(item);
  return items;
}

/** All payment methods of a customer; empty for a deleted one. */
export async function readPaymentMethods(stripe: Stripe, customerId: string): Promise<Stripe.PaymentMethod[]> {
  return unlessMissing([], async () => {
    const methods: Stripe.PaymentMethod[] = [];
    for await (const method of stripe.customers.listPaymentMethods(customerId, { limit: pageSize }))
      methods.push(method);
    return methods;
  });
}

async function unlessMissing<Result>(otherwise: Result, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (isMissing(error)) return otherwise;
    throw error;
  }
}

export function startingAfter(id: string | null | undefined): { starting_after?: string } {
  return id ? { starting_after: id } : {};
}
