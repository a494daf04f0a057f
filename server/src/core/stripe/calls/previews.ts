import type { ShippingDetails } from '@portico/contract';
import type Stripe from 'stripe';
import type { StripeClient } from '../client.ts';
import { translated } from '../errors.ts';
import { locationParameters } from './customers.ts';
import { type Preview, type PreviewDiscount, toPreview } from './preview.ts';
import { clearCancellation, discountParameters, toUpdateItems } from './subscription-changes.ts';
import type { PricedItem, SubscriptionTerms } from './subscription-terms.ts';
import { readTaxRate, type TaxRate } from './tax-rates.ts';

/** The next invoice of a subscription. Times are ISO 8601 in UTC. */
export interface UpcomingPreview extends Preview {
  /** When it will be charged. */
  readonly chargedAt: string;
  readonly periodStart: string;
  readonly periodEnd: string;
}

export interface PreviewRequest {
  readonly terms: SubscriptionTerms;
  /** The currency of the prices, ISO 4217 in lower case. A change keeps its subscription's currency. */
  readonly currency: string;
  /** Undefined before the first purchase. */
  readonly customerId: string | undefined;
  /** The address for calculating tax before it is saved with the customer. */
  readonly details: ShippingDetails | undefined;
}

/** A subscription whose renewal is previewed, with the schedule that changes it then; null for no change. */
interface PreviewedRenewal {
  readonly stripeSubscriptionId: string;
  readonly stripeScheduleId: string | null;
}

/** A subscription that is set to end on a date, or with its period. */
interface PreviewedEnding {
  readonly stripeSubscriptionId: string;
  readonly endsOnDate: boolean;
}

/**
 * The Stripe client with the tax rates that were already read. A rate's percentage never changes at Stripe, so each is
 * read once.
 */
interface PreviewContext {
  readonly client: StripeClient;
  readonly rates: Map<string, Promise<TaxRate>>;
}

/** Previews of invoices. Only Stripe can calculate tax, credit and proration. */
export function previewCalls(client: StripeClient) {
  const context: PreviewContext = { client, rates: new Map() };
  return {
    /** The charge now and for each later interval, with a single proration date (PUR-4). */
    previewTerms: (request: PreviewRequest) =>
      translated(async () => {
        const [now, recurring] = await Promise.all([
          preview(context, request, 'next'),
          preview(context, request, 'recurring'),
        ]);
        return { now, recurring };
      }),
    /** The charge of each later interval once only these discounts remain. */
    previewTermsWith: (request: PreviewRequest, discounts: readonly PreviewDiscount[]) =>
      translated(() => preview(context, request, 'recurring', discounts)),
    /** The charge of each later interval if the changed subscription keeps these items. */
    previewUnchanged: (
      request: PreviewRequest,
      items: readonly PricedItem[],
      discounts?: readonly PreviewDiscount[],
    ): Promise<Preview> =>
      translated(() =>
        preview(
          context,
          { ...request, terms: { ...request.terms, items, promotionCodeId: undefined } },
          'recurring',
          discounts,
        ),
      ),
    /**
     * The next invoice of a subscription, with its pending items; null if there will be none.
     * @throws UnavailableError after five seconds without an answer, NotFoundError if Stripe does not have the
     * subscription.
     */
    previewUpcoming: (renewal: PreviewedRenewal): Promise<UpcomingPreview | null> =>
      translated(() => previewUpcoming(context, renewal)),
    /**
     * The next invoice of an ending subscription if it were restored; null if nothing would be charged.
     * @throws UnavailableError after five seconds without an answer, NotFoundError if Stripe does not have the
     * subscription.
     */
    previewRestored: (ending: PreviewedEnding): Promise<UpcomingPreview | null> =>
      translated(() =>
        previewUpcoming(
          context,
          { stripeSubscriptionId: ending.stripeSubscriptionId, stripeScheduleId: null },
          clearCancellation({ endsOnDate: ending.endsOnDate, scheduleId: undefined }),
        ),
      ),
    /**
     * The charge of each interval of a subscription, without prorations and pending items. One try of five seconds.
     * @param discounts the remaining ones; undefined for all.
     */
    previewRenewal: (renewal: PreviewedRenewal, discounts?: readonly PreviewDiscount[]): Promise<Preview> =>
      translated(() => previewRenewal(context, renewal, discounts)),
  };
}

/** @param mode `next`: the charge now. `recurring`: the charge of each later interval. */
async function preview(
  context: PreviewContext,
  { terms, currency, customerId, details }: PreviewRequest,
  mode: 'next' | 'recurring',
  discounts?: readonly PreviewDiscount[],
): Promise<Preview> {
  const stripe = await context.client();
  const { change, promotionCodeId } = terms;
  const invoice = await stripe.invoices.createPreview({
    ...(customerId && { customer: customerId }),
    ...(details && { customer_details: locationParameters(details) }),
    ...(change && { subscription: change.stripeSubscriptionId }),
    currency: change ? undefined : currency,
    preview_mode: mode,
    automatic_tax: { enabled: terms.automaticTax },
    ...(discounts ? { discounts: onlyThese(discounts, promotionCodeId) } : discountParameters(terms)),
    subscription_details: toSubscriptionDetails(terms, mode),
    expand: ['lines.data', expandedDiscounts],
  });
  return atPricing(await readPreview(context, stripe, invoice), terms);
}

/**
 * A preview begins the discount of the requested code when it is calculated, but the purchase begins it with the
 * billing period. This moves the discount's end accordingly.
 */
function atPricing(preview: Preview, { promotionCodeId, pricedAt }: SubscriptionTerms): Preview {
  const discounts = preview.discounts.map((discount) => {
    if (discount.end === null || promotionCodeId === undefined || discount.promotionCodeId !== promotionCodeId)
      return discount;
    const delay = new Date(discount.start).getTime() - pricedAt * 1000;
    return { ...discount, end: new Date(new Date(discount.end).getTime() - delay).toISOString() };
  });
  return { ...preview, discounts };
}

/** Each discount on an invoice or its lines with its coupon: four levels, Stripe's maximum. */
const expandedDiscounts = 'total_discount_amounts.discount.source.coupon';

/**
 * Discounts in the form in which a request names them. A discount from the request's own code exists only in the
 * response.
 */
function onlyThese(
  discounts: readonly PreviewDiscount[],
  promotionCodeId?: string,
): Stripe.Emptyable<Stripe.InvoiceCreatePreviewParams.Discount[]> {
  if (discounts.length === 0) return '';
  return discounts.map((discount) =>
    promotionCodeId !== undefined && discount.promotionCodeId === promotionCodeId
      ? { promotion_code: promotionCodeId }
      : { discount: discount.id },
  );
}

async function readPreview(context: PreviewContext, stripe: Stripe, invoice: Stripe.Invoice): Promise<Preview> {
  const [lines, rates] = await Promise.all([allLines(stripe, invoice), findRates(context, stripe, invoice)]);
  return toPreview(invoice, lines, rates);
}

function toSubscriptionDetails(
  { change, items, trialDays, pricedAt }: SubscriptionTerms,
  mode: 'next' | 'recurring',
): Stripe.InvoiceCreatePreviewParams.SubscriptionDetails {
  if (!change)
    return {
      items: items.map((item) => ({ price: item.stripePriceId, quantity: item.quantity })),
      ...(trialDays && mode === 'next' && { trial_end: pricedAt + trialDays * 86_400 }),
    };
  return {
    items: toUpdateItems(items, change),
    ...(mode === 'next' && { proration_behavior: 'always_invoice', proration_date: change.prorationDate }),
    ...(change.endTrial && { trial_end: 'now' }),
    // The change removes a scheduled cancellation, so its preview must do so too.
    ...clearCancellation(change),
  };
}

async function previewUpcoming(
  context: PreviewContext,
  renewal: PreviewedRenewal,
  details?: Stripe.InvoiceCreatePreviewParams.SubscriptionDetails,
): Promise<UpcomingPreview | null> {
  const stripe = await context.client();
  try {
    const invoice = await stripe.invoices.createPreview(
      { ...renewedBy(renewal), ...(details && { subscription_details: details }), expand: [expandedDiscounts] },
      singleShortTry,
    );
    const [lines, rates] = await Promise.all([allLines(stripe, invoice), findRates(context, stripe, invoice)]);
    return { ...toPreview(invoice, lines, rates), ...comingPeriod(invoice, lines) };
  } catch (error) {
    if ((error as { code?: string }).code === 'invoice_upcoming_none') return null;
    throw error;
  }
}

/** A schedule determines what its subscription contains from then on. */
function renewedBy({ stripeSubscriptionId, stripeScheduleId }: PreviewedRenewal) {
  return stripeScheduleId ? { schedule: stripeScheduleId } : { subscription: stripeSubscriptionId };
}

async function previewRenewal(
  context: PreviewContext,
  renewal: PreviewedRenewal,
  discounts?: readonly PreviewDiscount[],
): Promise<Preview> {
  const stripe = await context.client();
  const invoice = await stripe.invoices.createPreview(
    {
      ...renewedBy(renewal),
      preview_mode: 'recurring',
      ...(discounts && { discounts: onlyThese(discounts) }),
      expand: [expandedDiscounts],
    },
    singleShortTry,
  );
  return readPreview(context, stripe, invoice);
}

async function findRates(
  { rates }: PreviewContext,
  stripe: Stripe,
  invoice: Stripe.Invoice,
): Promise<ReadonlyMap<string, TaxRate>> {
  const ids = new Set((invoice.total_taxes ?? []).flatMap((tax) => tax.tax_rate_details?.tax_rate ?? []));
  const found = await Promise.all(
    [...ids].map(async (id) => {
      const rate = rates.get(id) ?? readTaxRate(stripe, id);
      rates.set(id, rate);
      try {
        return [[id, await rate] as const];
      } catch {
        // The total is correct without the name. The next preview reads the rate again.
        rates.delete(id);
        return [];
      }
    }),
  );
  return new Map(found.flat());
}

/** One try of five seconds, because the caller has an earlier result to show (INV-9). */
const singleShortTry = { timeout: 5_000, maxNetworkRetries: 0 } as const;

/**
 * The period that an upcoming invoice charges for. The invoice's own period is the ending one; its lines have the new
 * one.
 */
function comingPeriod(invoice: Stripe.Invoice, lines: readonly Stripe.InvoiceLineItem[]) {
  const renewal = lines.find(({ parent }) => parent?.subscription_item_details?.proration === false)?.period;
  const moment = (seconds: number) => new Date(seconds * 1000).toISOString();
  return {
    chargedAt: moment(renewal?.start ?? invoice.next_payment_attempt ?? invoice.created),
    periodStart: moment(renewal?.start ?? invoice.period_start),
    periodEnd: moment(renewal?.end ?? invoice.period_end),
  };
}

/** All lines of a preview. A response contains the first ten; a purchase has at most about twenty. */
async function allLines(stripe: Stripe, invoice: Stripe.Invoice): Promise<Stripe.InvoiceLineItem[]> {
  if (!invoice.lines.has_more || !invoice.id) return invoice.lines.data;
  return stripe.invoices.listLineItems(invoice.id, { limit: 100 }).autoPagingToArray({ limit: 1_000 });
}
