import type { RecurringCharge, ShippingDetails } from '@portico/contract';
import {
  CouponRefusedError,
  type Preview,
  type PreviewRequest,
  type SubscriptionTerms,
} from '../../core/stripe/index.ts';
import { explainRefusal } from '../coupons/coupons.service.ts';
import type { Customer } from '../customers/customers.service.ts';
import { type ChargeSchedule, chargeDate } from '../invoices/charge-dates.ts';
import { findRecurringCharges } from '../invoices/recurring.rules.ts';
import { findBillingAnchor, type SubscriptionRow } from '../subscriptions/subscriptions.queries.ts';
import { catalogItems } from '../subscriptions/subscriptions.rules.ts';
import { assertChargeable } from './check.ts';
import { assertCreditsWerePaid } from './credits.ts';
import { loadChargeFacts } from './facts.ts';
import { createEmptyPreview, createFreePreview } from './free.ts';
import type { PurchaseContext } from './purchase.context.ts';
import type { InvoiceAmounts, QuotedChargeFacts } from './quoted.ts';
import { type CheckedSelection, createChargeSchedule, isUnchanged, selectionPrice } from './terms.ts';

/** The cost of each interval. */
export interface RecurringPrice {
  readonly preview: Preview;
  readonly charges: readonly RecurringCharge[];
}

export interface Priced {
  /** The charge now. */
  readonly first: Preview;
  /** The cost of each later interval. */
  readonly recurring: RecurringPrice;
  /** The cost of each interval without the change; null for a new subscription. */
  readonly current: RecurringPrice | null;
  /** ISO 8601 UTC; null if nothing renews. */
  readonly nextPaymentDate: string | null;
  readonly charge: InvoiceAmounts;
  readonly chargeFacts: QuotedChargeFacts;
}

interface Pricing {
  readonly customer: Customer;
  readonly checked: CheckedSelection;
  readonly terms: SubscriptionTerms;
  /** The address for tax. */
  readonly details: ShippingDetails | undefined;
}

type PriceContext = PurchaseContext & { readonly accountId: number };

/**
 * The second step: fetches Stripe's previews of the charges now and later, with one proration date (PUR-4).
 * @throws ChargeTooLargeError; InvalidCouponError; InvoiceUnpaidError, CreditAlreadyReturnedError or InvalidInputError if a change would credit too
 * much
 */
export async function pricePurchase(context: PriceContext, pricing: Pricing): Promise<Priced> {
  const { customer, checked, terms, details } = pricing;
  const { customerId, address } = customer;
  const changed = terms.change?.stripeSubscriptionId;
  const anchor = changed ? await findBillingAnchor(context.database.query, changed) : null;
  const [{ first, recurring, known }, current] = await Promise.all([
    previewSelection(context, pricing),
    checked.subscription ? priceCurrent(context, checked.subscription, toPreviewRequest(pricing), anchor) : null,
  ]);
  assertChargeable(first, recurring);
  if (changed && customerId) {
    const { lines } = first;
    const account = { accountId: context.accountId, customerId, stripeSubscriptionId: changed };
    await assertCreditsWerePaid(context, { ...account, lines, requested: details, last: address });
  }
  const schedule = createChargeSchedule(checked, terms, anchor);
  const charges = await findCharges(context, pricing, recurring, schedule);
  // A scheduled change always has a next invoice, even one of 0, because the subscription renews with it.
  const renews = Boolean(checked.startsAt) || charges.some(({ total }) => total > 0);
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

/** The later charges. A coupon for one invoice reduces the first charge after a trial, because the trial itself charges nothing. */
async function findCharges(
  { gateway }: PriceContext,
  pricing: Pricing,
  recurring: Preview,
  schedule: ChargeSchedule,
): Promise<RecurringCharge[]> {
  const { checked, terms } = pricing;
  const request = toPreviewRequest(pricing);
  const charges = await findRecurringCharges(recurring, schedule, (discounts) =>
    gateway.previews.previewTermsWith(request, discounts),
  );
  if (!terms.trialDays || checked.coupon?.duration !== 'once' || selectionPrice(checked) === 0) return charges;
  const paid = await gateway.previews.previewTerms({ ...request, terms: { ...terms, trialDays: undefined } });
  const from = schedule.first.toISOString();
  const until = chargeDate(schedule, 1).toISOString();
  const { total, discount } = paid.now;
  return [
    { from, until, total, discount },
    ...charges.map((charge) => (charge.from === from ? { ...charge, from: until } : charge)),
  ];
}

function toPreviewRequest({ customer, checked, terms, details }: Pricing): PreviewRequest {
  const { currency } = checked.resolved.pricePlan;
  return { terms, currency, customerId: customer.customerId ?? undefined, details };
}

/**
 * The charge now and the recurring one, with the facts that they depend on. A new subscription that costs nothing, a selection that changes nothing
 * and a scheduled change need no preview of a charge (PUR-36, SCH-2).
 * @throws InvalidCouponError with the reason why Stripe refuses the coupon.
 */
export async function previewSelection(context: PriceContext, pricing: Pricing) {
  const { gateway, database } = context;
  const { customer, checked, terms } = pricing;
  const { resolved, subscription, coupon } = checked;
  // Loaded before the previews, so that later changes show as a difference.
  const known = await loadChargeFacts(
    context,
    database.query,
    customer.customerId,
    terms.change?.stripeSubscriptionId ?? null,
  );
  const isSettled = known.balance === 0 && known.pendingItems === 0;
  if (!subscription && !coupon && selectionPrice(checked) === 0 && isSettled) {
    const free = createFreePreview(resolved.lines, known);
    return { first: free, recurring: free, known };
  }
  // A scheduled change charges nothing now.
  if (subscription && !coupon && (isUnchanged(checked) || checked.startsAt)) {
    const recurring = await gateway.previews.previewUnchanged(toPreviewRequest(pricing), terms.items);
    return { first: createEmptyPreview(known), recurring, known };
  }
  try {
    const { now: first, recurring } = await gateway.previews.previewTerms(toPreviewRequest(pricing));
    return { first, recurring, known };
  } catch (error) {
    if (!coupon || !(error instanceof CouponRefusedError)) throw error;
    const { currency } = resolved.pricePlan;
    throw await explainRefusal(context, coupon, customer.customerId, { amount: selectionPrice(checked), currency });
  }
}

/** The cost of the subscription without the change, taxed by the same address as the change (PUR-38). */
async function priceCurrent(
  { gateway }: PriceContext,
  subscription: SubscriptionRow,
  { terms, ...pricing }: PreviewRequest,
  anchor: Date | null,
): Promise<RecurringPrice> {
  const change = terms.change && { ...terms.change, keptDiscounts: undefined };
  const request = { ...pricing, terms: { ...terms, change } };
  const { interval, intervalCount, expiresAt } = subscription;
  const items = catalogItems(subscription);
  const preview = await gateway.previews.previewUnchanged(request, items);
  const first = expiresAt ?? new Date(request.terms.pricedAt * 1000);
  const charges = await findRecurringCharges(preview, { first, anchor, interval, intervalCount }, (discounts) =>
    gateway.previews.previewUnchanged(request, items, discounts),
  );
  return { preview, charges: charges.some(({ total }) => total > 0) ? charges : [] };
}
