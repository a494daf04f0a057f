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
import { assertChargeable } from './check.ts';
import { assertCreditsWerePaid } from './credits.ts';
import { loadChargeFacts } from './facts.ts';
import { previewOfNothing, previewWithoutCharge } from './free.ts';
import type { PurchaseContext } from './purchase.context.ts';
import type { InvoiceAmounts, QuotedChargeFacts } from './quoted.ts';
import { type CheckedSelection, isUnchanged, priceOf, scheduleOf } from './terms.ts';

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
 * The second step: Stripe's previews of what is charged now and later, with one proration date (PUR-4).
 * @throws ChargeTooLargeError; InvalidCouponError; InvoiceUnpaidError, CreditAlreadyReturnedError or InvalidInputError when a change would credit too
 * much.
 */
export async function pricePurchase(context: Asking, pricing: Pricing): Promise<Priced> {
  const { customer, checked, terms, details } = pricing;
  const { customerId, address } = customer;
  const changed = terms.change?.stripeSubscriptionId;
  const anchor = changed ? await findBillingAnchor(context.database.query, changed) : null;
  const [{ first, recurring, known }, current] = await Promise.all([
    previewSelection(context, pricing),
    checked.subscription ? priceCurrent(context, checked.subscription, requestOf(pricing), anchor) : null,
  ]);
  assertChargeable(first, recurring);
  if (changed && customerId) {
    const { lines } = first;
    const account = { accountId: context.accountId, customerId, stripeSubscriptionId: changed };
    await assertCreditsWerePaid(context, { ...account, lines, asked: details, last: address });
  }
  const schedule = scheduleOf(checked, terms, anchor);
  const charges = await findCharges(context, pricing, recurring, schedule);
  // A change that waits has a next invoice, if only of nothing: until then the subscription renews as it is.
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

/** What each later charge costs. A coupon for one invoice takes its part off the first charge after a trial, because nothing is charged before. */
async function findCharges(
  { gateway }: Asking,
  pricing: Pricing,
  recurring: Preview,
  schedule: ChargeSchedule,
): Promise<RecurringCharge[]> {
  const { checked, terms } = pricing;
  const request = requestOf(pricing);
  const charges = await findRecurringCharges(recurring, schedule, (discounts) =>
    gateway.previews.previewTermsWith(request, discounts),
  );
  if (!terms.trialDays || checked.coupon?.duration !== 'once' || priceOf(checked) === 0) return charges;
  const paid = await gateway.previews.previewTerms({ ...request, terms: { ...terms, trialDays: undefined } });
  const from = schedule.first.toISOString();
  const until = chargeDate(schedule, 1).toISOString();
  const { total, discount } = paid.now;
  return [
    { from, until, total, discount },
    ...charges.map((charge) => (charge.from === from ? { ...charge, from: until } : charge)),
  ];
}

function requestOf({ customer, checked, terms, details }: Pricing): PreviewRequest {
  const { currency } = checked.resolved.pricePlan;
  return { terms, currency, customerId: customer.customerId ?? undefined, details };
}

/**
 * The charge now and the recurring one, with the facts that they depend on. A new subscription that costs nothing, a selection that changes nothing
 * and a change that waits need no preview of a charge (PUR-36, SCH-2).
 * @throws InvalidCouponError with the reason why Stripe refuses the coupon.
 */
export async function previewSelection(context: Asking, pricing: Pricing) {
  const { gateway, database } = context;
  const { customer, checked, terms } = pricing;
  const { resolved, subscription, coupon } = checked;
  // Read before the previews, so that later changes show as a difference.
  const known = await loadChargeFacts(
    context,
    database.query,
    customer.customerId,
    terms.change?.stripeSubscriptionId ?? null,
  );
  const isSettled = known.balance === 0 && known.pendingItems === 0;
  if (!subscription && !coupon && priceOf(checked) === 0 && isSettled) {
    const free = previewWithoutCharge(resolved.lines, known);
    return { first: free, recurring: free, known };
  }
  // A change that waits charges nothing now.
  if (subscription && !coupon && (isUnchanged(checked) || checked.startsAt)) {
    const recurring = await gateway.previews.previewUnchanged(requestOf(pricing), terms.items);
    return { first: previewOfNothing(known), recurring, known };
  }
  try {
    const { now: first, recurring } = await gateway.previews.previewTerms(requestOf(pricing));
    return { first, recurring, known };
  } catch (error) {
    if (!coupon || !(error instanceof CouponRefusedError)) throw error;
    const { currency } = resolved.pricePlan;
    throw await explainRefusal(context, coupon, customer.customerId, { amount: priceOf(checked), currency });
  }
}

/** What the changed subscription costs while it stays as it is, by the same address as the change (PUR-38). */
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
