import type { RecurringCharge, ShippingDetails } from '@portico/contract';
import type { Preview, PreviewRequest, SubscriptionTerms } from '../../stripe/index.ts';
import type { Customer } from '../customers/index.ts';
import { findRecurringCharges } from '../invoices/index.ts';
import { findBillingAnchor, type SubscriptionRow } from '../subscriptions/index.ts';
import { assertChargeable, isUnchanged, priceOf } from './check.ts';
import { assertCreditsWerePaid } from './credits.ts';
import { loadChargeFacts } from './facts.ts';
import { previewOfNothing, previewWithoutCharge } from './free.ts';
import type { PurchaseContext } from './purchase.context.ts';
import type { ChargeFacts, InvoiceAmounts, QuotedChargeFacts } from './quoted.ts';
import { type CheckedSelection, scheduleOf } from './terms.ts';

/** What each interval costs. */
export interface RecurringPrice {
  readonly preview: Preview;
  readonly charges: readonly RecurringCharge[];
}

/** A selection as Stripe prices it. */
export interface Priced {
  /** What is charged now. */
  readonly first: Preview;
  /** What each later interval costs. */
  readonly recurring: RecurringPrice;
  /** What each interval of the changed subscription costs now; null for a new one. */
  readonly current: RecurringPrice | null;
  /** ISO 8601 UTC, or null where nothing renews. */
  readonly nextPaymentDate: string | null;
  readonly charge: InvoiceAmounts;
  readonly chargeFacts: QuotedChargeFacts;
}

/** What is priced, for whom and by which address for tax. */
interface Pricing {
  readonly customer: Customer;
  readonly checked: CheckedSelection;
  readonly terms: SubscriptionTerms;
  readonly details: ShippingDetails | undefined;
}

type Asking = PurchaseContext & { readonly accountId: number };

/**
 * The second step: Stripe's previews of what is charged now and later, with one proration date (PUR-4). A new subscription that costs nothing, and a
 * selection that changes nothing, need no preview of a charge (PUR-32).
 * @throws ChargeTooLargeError; InvoiceUnpaidError, CreditAlreadyReturnedError or InvalidInputError when a change would credit too much.
 */
export async function pricePurchase(context: Asking, pricing: Pricing): Promise<Priced> {
  const { customer, checked, terms, details } = pricing;
  const { customerId, address } = customer;
  const changed = terms.change?.stripeSubscriptionId;
  // Read before the previews, so that later changes show as a difference.
  const known = await loadChargeFacts(context, context.database.query, customerId, changed ?? null);
  const { currency } = checked.resolved.pricePlan;
  const request: PreviewRequest = { terms, currency, customerId: customerId ?? undefined, details };
  const anchor = changed ? await findBillingAnchor(context.database.query, changed) : null;
  const [{ first, recurring }, current] = await Promise.all([
    previewSelection(context, checked, request, known),
    checked.subscription ? priceCurrent(context, checked.subscription, request, anchor) : null,
  ]);
  assertChargeable(first, recurring);
  if (changed && customerId) {
    const { lines } = first;
    const change = {
      accountId: context.accountId,
      customerId,
      stripeSubscriptionId: changed,
      lines,
      asked: details,
      last: address,
    };
    await assertCreditsWerePaid(context, change);
  }
  const schedule = scheduleOf(checked, terms, anchor);
  const charges = await findRecurringCharges(recurring, schedule, (discounts) =>
    context.gateway.previews.previewTermsWith(request, discounts),
  );
  const renews = charges.some(({ total }) => total > 0);
  return {
    first,
    recurring: { preview: recurring, charges: renews ? charges : [] },
    current,
    nextPaymentDate: renews ? schedule.first.toISOString() : null,
    charge: { total: first.total, amountDue: first.amountDue },
    chargeFacts: {
      ...known,
      startingBalance: first.startingBalance,
      startingTaxExempt: first.customerTaxExempt,
      startingDiscounts: [...first.discountIds],
    },
  };
}

async function previewSelection(
  { gateway }: Asking,
  checked: CheckedSelection,
  request: PreviewRequest,
  known: ChargeFacts,
): Promise<{ first: Preview; recurring: Preview }> {
  const { resolved, subscription, coupon } = checked;
  const isSettled = known.balance === 0 && known.pendingItems === 0;
  if (!subscription && !coupon && priceOf(checked) === 0 && isSettled) {
    const free = previewWithoutCharge(resolved.lines, known);
    return { first: free, recurring: free };
  }
  if (subscription && !coupon && isUnchanged(checked)) {
    const recurring = await gateway.previews.previewUnchanged(request, request.terms.items);
    return { first: previewOfNothing(known), recurring };
  }
  const { now: first, recurring } = await gateway.previews.previewTerms(request);
  return { first, recurring };
}

/** What the changed subscription costs while it stays as it is, by the same address as the change. */
async function priceCurrent(
  { gateway }: Asking,
  subscription: SubscriptionRow,
  request: PreviewRequest,
  anchor: Date | null,
): Promise<RecurringPrice> {
  const { items, interval, intervalCount, expiresAt } = subscription;
  const preview = await gateway.previews.previewUnchanged(request, items);
  const first = expiresAt ?? new Date(request.terms.pricedAt * 1000);
  const charges = await findRecurringCharges(preview, { first, anchor, interval, intervalCount }, (discounts) =>
    gateway.previews.previewUnchanged(request, items, discounts),
  );
  return { preview, charges: charges.some(({ total }) => total > 0) ? charges : [] };
}
