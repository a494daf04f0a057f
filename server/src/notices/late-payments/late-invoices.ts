import { findAccountsOfCustomers } from '../../accounts/index.ts';
import {
  type FailedCharge,
  findSubscriptionsByStripeIds,
  type LateInvoice,
  listFailedCharges,
  listIntentsOfInvoices,
  type SubscriptionRow,
} from '../../billing/index.ts';
import type { Queryable } from '../../core/db/database.ts';

/** Failed tries that are looked at for some invoices together. */
const mostTries = 1_000;

/** A late invoice with the account that owes it, what it is for, and the last try of a card. */
export interface LatePayment<Invoice extends LateInvoice = LateInvoice> {
  readonly invoice: Invoice;
  /** Undefined for a customer without an account. */
  readonly accountId: number | undefined;
  readonly subscription: SubscriptionRow | undefined;
  readonly lastTry: FailedCharge | undefined;
}

/** What belongs to late invoices, in the same order. */
export async function completeLateInvoices<Invoice extends LateInvoice>(
  on: Queryable,
  invoices: readonly Invoice[],
): Promise<LatePayment<Invoice>[]> {
  if (invoices.length === 0) return [];
  const [accounts, subscriptions, intents] = await Promise.all([
    findAccountsOfCustomers(
      on,
      invoices.map(({ customerId }) => customerId),
    ),
    findSubscriptionsByStripeIds(
      on,
      invoices.flatMap(({ stripeSubscriptionId }) => stripeSubscriptionId ?? []),
    ),
    listIntentsOfInvoices(
      on,
      invoices.map(({ id }) => id),
    ),
  ]);
  const intentIds = intents.flatMap(({ paymentIntentId }) => paymentIntentId ?? []);
  const tries = intentIds.length === 0 ? [] : await listFailedCharges(on, intentIds, mostTries);
  const invoiceOf = new Map(intents.map(({ invoiceId, paymentIntentId }) => [paymentIntentId, invoiceId]));
  const triesOf = Map.groupBy(tries, ({ paymentIntentId }) => invoiceOf.get(paymentIntentId));
  return invoices.map((invoice) => ({
    invoice,
    accountId: accounts.get(invoice.customerId),
    subscription: subscriptions.get(invoice.stripeSubscriptionId ?? ''),
    lastTry: triesOf.get(invoice.id)?.[0],
  }));
}
