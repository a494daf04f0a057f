import type { Queryable } from '../../db/database.ts';
import type { Gateway } from '../../stripe/index.ts';
import type { SubscriptionRow } from '../subscriptions/index.ts';
import { InvoiceUnpaidError } from './purchase.errors.ts';
import { type QuotedTerms, quoteMilliseconds } from './purchase.terms.ts';
import { isInvoiceOwed } from './unpaid.queries.ts';

const overdue: ReadonlySet<string> = new Set(['past_due', 'unpaid']);

/**
 * A change gives back what is left of the time that was invoiced: of time that was never paid, that would be money.
 * @param rows all subscriptions of the account to the product, ended ones too.
 * @throws InvoiceUnpaidError while something of them is owed, as far as the mirror knows.
 */
export async function requirePaid(on: Queryable, accountId: number, rows: readonly SubscriptionRow[]): Promise<void> {
  const isOverdue = rows.some(({ status }) => overdue.has(status));
  const ids = rows.map(({ stripeSubscriptionId }) => stripeSubscriptionId);
  if (isOverdue || (await isInvoiceOwed(on, accountId, ids))) throw new InvoiceUnpaidError();
}

/**
 * Whether a change may rest on a renewal that nobody was told of yet, as a quote that is made shortly before the end of a paid period may be bought
 * after it, or gives something back: then Stripe is asked.
 */
function mayRestOnUnpaid({ standing, charge, terms }: QuotedTerms): boolean {
  const end = standing?.expiresAt ? Date.parse(standing.expiresAt) : undefined;
  return (charge?.total ?? 0) < 0 || (end !== undefined && end <= terms.pricedAt * 1000 + quoteMilliseconds);
}

/**
 * The same by what Stripe says, before a change is made: webhooks may lag.
 * @throws InvoiceUnpaidError; what Stripe told is taken in.
 */
export async function requirePaidAtStripe(gateway: Gateway, quoted: QuotedTerms): Promise<void> {
  const { change } = quoted.terms;
  if (!change || !mayRestOnUnpaid(quoted)) return;
  const { subscription, invoice } = await gateway.subscriptions.retrieve(change.stripeSubscriptionId, undefined);
  const isOpen = invoice && (invoice.status === 'open' || invoice.status === 'draft') && invoice.total > 0;
  if (!isOpen && !overdue.has(subscription.status)) return;
  await gateway.mirror.storeSubscription(subscription);
  throw new InvoiceUnpaidError();
}
