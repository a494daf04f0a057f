import { findAccountsByCustomers } from '../../accounts/index.ts';
import {
  type FailedCharge,
  findSubscriptionsByStripeIds,
  type LateInvoice,
  listFailedCharges,
  listIntentsOfInvoices,
  type SubscriptionRow,
} from '../../billing/index.ts';
import type { Queryable } from '../../core/db/database.ts';

/** The maximum number of failed tries that are read for a batch of invoices. */
const maxTries = 1_000;

/** A late invoice with its account, its subscription and the last failed try of a card. */
export interface LatePayment<Invoice extends LateInvoice = LateInvoice> {
  readonly invoice: Invoice;
  /** Undefined for a customer without an account. */
  readonly accountId: number | undefined;
  readonly subscription: SubscriptionRow | undefined;
  readonly lastTry: FailedCharge | undefined;
}

/** Adds accounts, subscriptions and last tries to late invoices, in the same order. */
export async function completeLateInvoices<Invoice extends LateInvoice>(
  on: Queryable,
  invoices: readonly Invoice[],
): Promise<LatePayment<Invoice>[]> {
  if (invoices.length === 0) return [];
  const [accounts, subscriptions, intents] = await Promise.all([
    findAccountsByCustomers(
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
  const tries = intentIds.length === 0 ? [] : await listFailedCharges(on, intentIds, maxTries);
  const invoiceByIntent = new Map(intents.map(({ invoiceId, paymentIntentId }) => [paymentIntentId, invoiceId]));
  const triesByInvoice = Map.groupBy(tries, ({ paymentIntentId }) => invoiceByIntent.get(paymentIntentId));
  return invoices.map((invoice) => ({
    invoice,
    accountId: accounts.get(invoice.customerId),
    subscription: subscriptions.get(invoice.stripeSubscriptionId ?? ''),
    lastTry: triesByInvoice.get(invoice.id)?.[0],
  }));
}
