import { randomBytes } from 'node:crypto';
import type { purchase, ResponseOf, ShippingDetails } from '@portico/contract';
import { defineLimit } from '../../core/http/limits.ts';
import { defineConcurrencyLimit } from '../../core/http/turns.ts';
import type { SubscriptionTerms } from '../../core/stripe/index.ts';
import { findCustomer } from '../customers/customers.service.ts';
import { listSubscriptionsForProducts } from '../subscriptions/subscriptions.queries.ts';
import { assertOwnCard, assertQuotable, checkSelection } from './check.ts';
import { presentEstimate } from './estimate.ts';
import { customerTime, hasUnpaidInvoice } from './facts.ts';
import { assertQuoteHolds } from './judge.ts';
import { type Priced, pricePurchase } from './price.ts';
import type { BuyerContext } from './purchase.context.ts';
import { insertQuote } from './purchase.queries.ts';
import { type QuotedTerms, type QuoteInput, quoteMilliseconds } from './quoted.ts';
import { type CheckedSelection, selectionHash, toQuotedSubscription, toTerms } from './terms.ts';

/**
 * The maximum number of quotes that an account may request per minute (LIM-8). Each makes as many calls to Stripe as
 * an estimate.
 */
const previewLimit = defineLimit('preview', 60, 60);

/**
 * The number of an account's quotes that may run at the same time. All others that the limit allows may wait
 * (LIM-11).
 */
const quoteTurns = defineConcurrencyLimit({ atOnce: 3, waiting: 60 });

/**
 * The third step: stores the priced selection as a quote, which a purchase must name (PUR-4 to PUR-6).
 * @throws InvoiceUnpaidError while the product has an unpaid invoice; TooManyRequestsError; the errors of `checkSelection` and `pricePurchase`.
 */
export async function quotePurchase(
  context: BuyerContext,
  productId: string,
  input: QuoteInput,
): Promise<ResponseOf<typeof purchase.preview>> {
  const { database, accountId } = context;
  await previewLimit.take(database, accountId);
  return quoteTurns.run(database, accountId, () => createQuote(context, productId, input));
}

async function createQuote(
  context: BuyerContext,
  productId: string,
  input: QuoteInput,
): Promise<ResponseOf<typeof purchase.preview>> {
  const { database, session, accountId } = context;
  const customer = await findCustomer(context, accountId);
  const pricedAt = await customerTime(context, customer);
  const checked = await checkSelection(context, productId, input, pricedAt);
  await assertOwnCard(context, customer.customerId, input.paymentMethodId);
  const details = input.shippingDetails ?? customer.address ?? undefined;
  assertQuotable(checked, details, input.when);
  const rows = await listSubscriptionsForProducts(database.query, accountId, [productId]);
  assertQuoteHolds(undefined, { hasUnpaidInvoice: await hasUnpaidInvoice(database.query, accountId, rows) });
  const terms = toTerms(checked, details !== undefined, pricedAt);
  const priced = await pricePurchase(context, { customer, checked, terms, details });
  const quoted = toQuotedTerms(checked, terms, details, priced);
  const id = `quote_${randomBytes(16).toString('base64url')}`;
  const expiresAt = new Date(Date.now() + quoteMilliseconds);
  await insertQuote(database.query, {
    id,
    accountId,
    userId: session.user.id,
    productId,
    selectionHash: selectionHash(productId, input, input.shippingDetails),
    quoted,
    amountDue: priced.charge.amountDue,
    expiresAt,
  });
  return {
    taxTransactionId: id,
    expiresAt: expiresAt.toISOString(),
    ...(await presentEstimate(context, checked, priced)),
  };
}

/** Everything that the amount of a quote depends on (PUR-6). */
export function toQuotedTerms(
  checked: CheckedSelection,
  terms: SubscriptionTerms,
  details: ShippingDetails | undefined,
  priced: Priced,
): QuotedTerms {
  return {
    terms,
    planId: checked.resolved.plan.id,
    shippingDetails: details,
    nextPaymentDate: priced.nextPaymentDate,
    recurringTotal: priced.recurring.preview.total,
    subscription: toQuotedSubscription(checked.subscription, checked.schedule),
    chargeFacts: priced.chargeFacts,
    charge: priced.charge,
  };
}
