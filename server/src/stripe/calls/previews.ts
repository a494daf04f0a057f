import type { ShippingDetails } from '@portico/contract';
import type Stripe from 'stripe';
import type { StripeClient } from '../client.ts';
import { translated } from '../errors.ts';
import { locationOf } from './customers.ts';
import { amountsOf, type Credited, creditedBy, type LineAmounts } from './line-amounts.ts';
import { toUpdateItems } from './subscription-changes.ts';
import type { SubscriptionTerms } from './subscription-terms.ts';

/** A line of the coming invoice; cents. */
export interface PreviewLine extends LineAmounts {
  readonly stripePriceId: string | undefined;
  readonly description: string;
  readonly quantity: number;
  readonly unitAmount: number;
  readonly amount: number;
  readonly isProration: boolean;
  /** The invoiced amounts of the time that the line credits. */
  readonly credited: Credited | undefined;
}

/** The authority's name of the tax, such as 'GST', and its percentage. */
export interface TaxRate {
  readonly name: string;
  readonly percentage: number;
}

/** Cents. */
export interface Preview {
  readonly lines: readonly PreviewLine[];
  readonly subtotal: number;
  readonly discount: number;
  readonly totalExcludingTax: number;
  readonly taxes: readonly { readonly amount: number; readonly rate: TaxRate | undefined }[];
  readonly total: number;
  readonly amountDue: number;
  /** The customer's balance before the invoice. As at Stripe, a negative balance is a credit. */
  readonly startingBalance: number;
  /** The customer's: `none`, `exempt` or `reverse`. */
  readonly customerTaxExempt: string;
  /** Discounts on the whole invoice, sorted. */
  readonly discountIds: readonly string[];
}

/** The next invoice of a subscription. Moments are ISO 8601 in UTC. */
export interface UpcomingPreview extends Preview {
  /** When it will be charged. */
  readonly chargedAt: string;
  readonly periodStart: string;
  readonly periodEnd: string;
}

interface PreviewRequest {
  readonly terms: SubscriptionTerms;
  /** The currency of the prices, ISO 4217 in lower case. A change keeps its subscription's. */
  readonly currency: string;
  /** Undefined before the first purchase. */
  readonly customerId: string | undefined;
  /** The address that tax is calculated by before it is saved with the customer. */
  readonly details: ShippingDetails | undefined;
}

/** The Stripe client, with the tax rates that were read before. A rate's percentage never changes at Stripe, so each is read once. */
interface PreviewContext {
  readonly client: StripeClient;
  readonly rates: Map<string, Promise<TaxRate>>;
}

/** Previews of invoices. Only Stripe can calculate tax, credit and proration. */
export function previewCalls(client: StripeClient) {
  const context: PreviewContext = { client, rates: new Map() };
  return {
    /** Both previews with one proration date. */
    previewTerms: (request: PreviewRequest) =>
      translated(async () => {
        const [now, recurring] = await Promise.all([
          preview(context, request, 'next'),
          preview(context, request, 'recurring'),
        ]);
        return { now, recurring };
      }),
    /**
     * The next invoice of a subscription, with its pending items; null where there will be none.
     * @throws UnavailableError after five seconds without an answer, NotFoundError where Stripe does not know the subscription.
     */
    previewUpcoming: (stripeSubscriptionId: string): Promise<UpcomingPreview | null> =>
      translated(() => previewUpcoming(context, stripeSubscriptionId)),
  };
}

/** @param mode `next`: the charge of this moment. `recurring`: the charge of each later interval. */
async function preview(
  context: PreviewContext,
  { terms, currency, customerId, details }: PreviewRequest,
  mode: 'next' | 'recurring',
): Promise<Preview> {
  const stripe = await context.client();
  const { change } = terms;
  const invoice = await stripe.invoices.createPreview({
    ...(customerId && { customer: customerId }),
    ...(details && { customer_details: locationOf(details) }),
    ...(change && { subscription: change.stripeSubscriptionId }),
    currency: change ? undefined : currency,
    preview_mode: mode,
    automatic_tax: { enabled: terms.automaticTax },
    discounts: terms.promotionCodeId ? [{ promotion_code: terms.promotionCodeId }] : undefined,
    subscription_details: subscriptionDetailsOf(terms, mode),
    expand: ['lines.data'],
  });
  const [lines, rates] = await Promise.all([allLines(stripe, invoice), findRates(context, stripe, invoice)]);
  return toPreview(invoice, lines, rates);
}

function subscriptionDetailsOf(
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
  };
}

async function previewUpcoming(context: PreviewContext, stripeSubscriptionId: string): Promise<UpcomingPreview | null> {
  const stripe = await context.client();
  try {
    const invoice = await stripe.invoices.createPreview({ subscription: stripeSubscriptionId }, singleShortTry);
    const [lines, rates] = await Promise.all([allLines(stripe, invoice), findRates(context, stripe, invoice)]);
    return { ...toPreview(invoice, lines, rates), ...comingPeriod(invoice, lines) };
  } catch (error) {
    if ((error as { code?: string }).code === 'invoice_upcoming_none') return null;
    throw error;
  }
}

async function findRates(
  { rates }: PreviewContext,
  stripe: Stripe,
  invoice: Stripe.Invoice,
): Promise<ReadonlyMap<string, TaxRate>> {
  const ids = new Set((invoice.total_taxes ?? []).flatMap((tax) => tax.tax_rate_details?.tax_rate ?? []));
  const found = await Promise.all(
    [...ids].map(async (id) => {
      const rate = rates.get(id) ?? readRate(stripe, id);
      rates.set(id, rate);
      try {
        return [[id, await rate] as const];
      } catch {
        // The total is right without its name. The next preview reads the rate again.
        rates.delete(id);
        return [];
      }
    }),
  );
  return new Map(found.flat());
}

/** One try of five seconds: the caller has an earlier result to show. */
const singleShortTry = { timeout: 5_000, maxNetworkRetries: 0 } as const;

/** The period that an upcoming invoice charges for. Its own period is the one that ends; the new one is on its lines and is charged when it begins. */
function comingPeriod(invoice: Stripe.Invoice, lines: readonly Stripe.InvoiceLineItem[]) {
  const renewal = lines.find(({ parent }) => parent?.subscription_item_details?.proration === false)?.period;
  const moment = (seconds: number) => new Date(seconds * 1000).toISOString();
  return {
    chargedAt: moment(renewal?.start ?? invoice.next_payment_attempt ?? invoice.created),
    periodStart: moment(renewal?.start ?? invoice.period_start),
    periodEnd: moment(renewal?.end ?? invoice.period_end),
  };
}

/** All lines of a preview. Its answer contains the first ten; a purchase has at most about twenty. */
async function allLines(stripe: Stripe, invoice: Stripe.Invoice): Promise<Stripe.InvoiceLineItem[]> {
  if (!invoice.lines.has_more || !invoice.id) return invoice.lines.data;
  return stripe.invoices.listLineItems(invoice.id, { limit: 100 }).autoPagingToArray({ limit: 1_000 });
}

async function readRate(stripe: Stripe, id: string): Promise<TaxRate> {
  const { display_name: name, percentage } = await stripe.taxRates.retrieve(id);
  return { name, percentage };
}

function toPreview(
  invoice: Stripe.Invoice,
  lines: Stripe.InvoiceLineItem[],
  rates: ReadonlyMap<string, TaxRate>,
): Preview {
  return {
    lines: lines.map((line) => {
      const price = line.pricing?.price_details?.price;
      const unitAmount = line.pricing?.unit_amount_decimal;
      const quantity = line.quantity ?? 1;
      return {
        stripePriceId: typeof price === 'string' ? price : price?.id,
        description: line.description ?? '',
        quantity,
        unitAmount: unitAmount ? Math.round(Number(unitAmount.toString())) : Math.round(line.amount / (quantity || 1)),
        amount: line.amount,
        isProration:
          line.parent?.subscription_item_details?.proration ?? line.parent?.invoice_item_details?.proration ?? false,
        ...amountsOf(line),
        credited: creditedBy(line),
      };
    }),
    subtotal: invoice.subtotal,
    // Below zero where discounted time is credited: the discount on it is not credited.
    discount: invoice.subtotal - (invoice.total_excluding_tax ?? invoice.subtotal),
    totalExcludingTax: invoice.total_excluding_tax ?? invoice.total,
    taxes: (invoice.total_taxes ?? []).map((tax) => ({
      amount: tax.amount,
      rate: rates.get(tax.tax_rate_details?.tax_rate ?? ''),
    })),
    total: invoice.total,
    amountDue: invoice.amount_due,
    startingBalance: invoice.starting_balance,
    customerTaxExempt: invoice.customer_tax_exempt ?? 'none',
    discountIds: invoice.discounts.map((discount) => (typeof discount === 'string' ? discount : discount.id)).sort(),
  };
}
