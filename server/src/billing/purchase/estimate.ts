import type { PurchaseEstimate, PurchaseSelection, purchase, ResponseOf, ShippingDetails } from '@portico/contract';
import { ForbiddenError } from '../../core/http/app-error.ts';
import { defineLimit } from '../../core/http/limits.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { defineConcurrencyLimit } from '../../core/http/turns.ts';
import { findCustomer } from '../customers/customers.service.ts';
import { findPreviewNames, presentPreview } from '../invoices/invoices.preview.ts';
import { listSubscriptionsForProducts } from '../subscriptions/subscriptions.queries.ts';
import { assertRenews, checkSelection } from './check.ts';
import { findConsequences } from './consequences.ts';
import { customerTime, hasUnpaidInvoice } from './facts.ts';
import { assertQuoteHolds } from './judge.ts';
import { type Priced, pricePurchase } from './price.ts';
import type { PurchaseContext } from './purchase.context.ts';
import { type CheckedSelection, toTerms } from './terms.ts';

/**
 * The maximum number of estimates that an account may request per minute (LIM-8). Each makes up to nine calls to
 * Stripe, usually four.
 */
const estimateLimit = defineLimit('estimate', 120, 60);

/** The number of an account's estimates that may run at the same time, and that may wait (LIM-11). */
const estimateTurns = defineConcurrencyLimit({ atOnce: 3, waiting: 20 });

export interface EstimateInput extends PurchaseSelection {
  readonly shippingDetails?: ShippingDetails | null | undefined;
}

type EstimateContext = PurchaseContext & RequestContext;

/**
 * Prices a selection like a quote, but does not store it (PUR-35). Without a known address, amounts are before tax.
 * @throws ForbiddenError for a read-only user with a coupon; InvoiceUnpaidError; SubscriptionEndsError; TooManyRequestsError; the errors of `checkSelection` and
 * `pricePurchase`.
 */
export async function estimatePurchase(
  context: EstimateContext,
  productId: string,
  input: EstimateInput,
): Promise<ResponseOf<typeof purchase.estimate>> {
  const { database, session, accountId } = context;
  // Wrong coupons count for the whole account. A user who cannot buy may not use up the attempts of others (ACC-16).
  if (session.user.readOnly && input.coupon) throw new ForbiddenError('problem.readOnly');
  await estimateLimit.take(database, accountId);
  return estimateTurns.run(database, accountId, () => createEstimate(context, productId, input));
}

async function createEstimate(
  context: EstimateContext,
  productId: string,
  input: EstimateInput,
): Promise<ResponseOf<typeof purchase.estimate>> {
  const { database, accountId } = context;
  const customer = await findCustomer(context, accountId);
  const time = await customerTime(context, customer);
  const checked = await checkSelection(context, productId, input, time);
  assertRenews(checked);
  const rows = await listSubscriptionsForProducts(database.query, accountId, [productId]);
  assertQuoteHolds(undefined, { hasUnpaidInvoice: await hasUnpaidInvoice(database.query, accountId, rows) });
  const details = input.shippingDetails ?? customer.address ?? undefined;
  const terms = toTerms(checked, details !== undefined, time);
  const priced = await pricePurchase(context, { customer, checked, terms, details });
  return { ...(await presentEstimate(context, checked, priced)), includesTax: details !== undefined };
}

/** The charges now and later, and the side effects of the selection, in the user's language. */
export async function presentEstimate(
  { catalog, locale }: Pick<EstimateContext, 'catalog' | 'locale'>,
  checked: CheckedSelection,
  priced: Priced,
): Promise<PurchaseEstimate> {
  const { first, recurring, current, nextPaymentDate } = priced;
  const previews = [first, recurring.preview, ...(current ? [current.preview] : [])];
  const names = await findPreviewNames(catalog, previews, locale);
  const expiresAt = checked.subscription?.expiresAt?.toISOString() ?? null;
  return {
    subscriptionUpdateInvoiceDetails: presentPreview(first, names, nextPaymentDate),
    recurringInvoiceDetails: presentPreview(recurring.preview, names, null),
    nextPaymentDate,
    recurringCharges: [...recurring.charges],
    current: current && {
      recurringInvoiceDetails: presentPreview(current.preview, names, expiresAt),
      recurringCharges: [...current.charges],
    },
    waitsUntil: checked.waitsUntil?.toISOString() ?? null,
    startsAt: checked.startsAt?.toISOString() ?? null,
    consequences: await findConsequences({ catalog, locale }, checked, priced, names),
  };
}
