import { randomBytes } from 'node:crypto';
import type { Locale, purchase, ResponseOf } from '@portico/contract';
import { defineLimit } from '../../http/limits.ts';
import { findCustomer } from '../customers/index.ts';
import { presentPreview } from '../invoices/index.ts';
import { listSubscriptionsForProducts } from '../subscriptions/index.ts';
import { assertOwnCard, assertQuotable, checkSelection } from './check.ts';
import { customerTime, hasUnpaidInvoice } from './facts.ts';
import { assertQuoteHolds } from './judge.ts';
import { type Priced, pricePurchase } from './price.ts';
import type { Buying, PurchaseContext } from './purchase.context.ts';
import { insertQuote } from './purchase.queries.ts';
import { type QuotedTerms, type QuoteInput, quoteMilliseconds } from './quoted.ts';
import {
  type CheckedSelection,
  captionsByStripePrice,
  nextPaymentDate,
  quotedSubscriptionOf,
  selectionHash,
  toTerms,
} from './terms.ts';

/** Quotes that an account may request in a minute. Each makes two calls to Stripe. */
const previewLimit = defineLimit('preview', 60, 60);

/**
 * The third step: stores the priced selection as a quote, which a purchase must name (PUR-4 to PUR-6).
 * @throws InvoiceUnpaidError while the product has an unpaid invoice; TooManyRequestsError; the errors of `checkSelection` and `pricePurchase`.
 */
export async function quotePurchase(
  context: Buying,
  productId: string,
  input: QuoteInput,
): Promise<ResponseOf<typeof purchase.preview>> {
  const { database, session, accountId, locale } = context;
  await previewLimit.take(database, accountId);
  const customer = await findCustomer(context, accountId);
  const pricedAt = await customerTime(context, customer);
  const checked = await checkSelection(context, productId, input, pricedAt);
  await assertOwnCard(context, customer.customerId, input.paymentMethodId);
  const details = input.shippingDetails ?? customer.address ?? undefined;
  assertQuotable(checked, details);
  const rows = await listSubscriptionsForProducts(database.query, accountId, [productId]);
  assertQuoteHolds(undefined, { hasUnpaidInvoice: await hasUnpaidInvoice(database.query, accountId, rows) });
  const terms = toTerms(checked, details !== undefined, pricedAt);
  const priced = await pricePurchase(
    context,
    customer,
    { terms, currency: checked.resolved.pricePlan.currency },
    details,
  );
  const quoted: QuotedTerms = {
    terms,
    planId: checked.resolved.plan.id,
    shippingDetails: details,
    nextPaymentDate: nextPaymentDate(checked, terms, priced.recurring.total),
    recurringTotal: priced.recurring.total,
    subscription: quotedSubscriptionOf(checked.subscription),
    chargeFacts: priced.chargeFacts,
    charge: priced.charge,
  };
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
    ...(await presentPreviews(context, checked, priced, locale)),
    nextPaymentDate: quoted.nextPaymentDate,
  };
}

async function presentPreviews(
  { catalog }: PurchaseContext,
  checked: CheckedSelection,
  { first, recurring }: Priced,
  locale: Locale,
): Promise<Pick<ResponseOf<typeof purchase.preview>, 'recurringInvoiceDetails' | 'subscriptionUpdateInvoiceDetails'>> {
  const held = await catalog.findByStripePrice((checked.subscription?.items ?? []).map((item) => item.stripePriceId));
  const captions = captionsByStripePrice(checked, held, locale);
  return {
    subscriptionUpdateInvoiceDetails: presentPreview(first, captions, locale),
    recurringInvoiceDetails: presentPreview(recurring, captions, locale),
  };
}
