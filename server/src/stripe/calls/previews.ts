import type { ShippingDetails } from '@portico/contract';
import type Stripe from 'stripe';
import type { StripeClient } from '../client.ts';
import { translated } from '../errors.ts';
import { locationOf } from './customers.ts';
import { amountsOf, type Credited, creditedBy, type LineAmounts } from './line-amounts.ts';
import { toUpdateItems } from './subscription-changes.ts';
import type { SubscriptionTerms } from './subscription-terms.ts';

/** One line as it will stand on the invoice; cents. */
export interface PreviewLine extends LineAmounts {
  readonly stripePriceId: string | undefined;
  readonly description: string;
  readonly quantity: number;
  readonly unitAmount: number;
  readonly amount: number;
  readonly isProration: boolean;
  /** What was invoiced of the time that it gives back. */
  readonly credited: Credited | undefined;
}

/** As an authority calls it, such as 'GST', and in percent. */
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
  /** The customer's balance before it; Stripe's sign: negative is a credit. */
  readonly startingBalance: number;
  /** The customer's: `none`, `exempt` or `reverse`. */
  readonly customerTaxExempt: string;
  /** What is taken off the whole, sorted. */
  readonly discountIds: readonly string[];
}

/** The next invoice of a subscription as it stands. Moments are ISO 8601 in UTC. */
export interface UpcomingPreview extends Preview {
  /** When it will be charged. */
  readonly chargedAt: string;
  readonly periodStart: string;
  readonly periodEnd: string;
}

/** What would be charged, reckoned by Stripe, which alone knows tax, credit and proration. */
export function previewCalls(client: StripeClient) {
  /**
   * @param mode `next`: what is charged at once. `recurring`: what each later interval costs.
   * @param details address that tax is reckoned by, before it is saved with the customer.
   */
  async function preview(
    terms: SubscriptionTerms,
    mode: 'next' | 'recurring',
    customerId: string | undefined,
    details: ShippingDetails | undefined,
  ): Promise<Preview> {
    const stripe = await client();
    const change = terms.change;
    const invoice = await stripe.invoices.createPreview({
      ...(customerId && { customer: customerId }),
      ...(details && { customer_details: locationOf(details) }),
      ...(change && { subscription: change.stripeSubscriptionId }),
      currency: change ? undefined : 'usd',
      preview_mode: mode,
      automatic_tax: { enabled: terms.automaticTax },
      discounts: terms.promotionCodeId ? [{ promotion_code: terms.promotionCodeId }] : undefined,
      subscription_details: change
        ? {
            items: toUpdateItems(terms.items, change),
            ...(mode === 'next' && {
              proration_behavior: 'always_invoice' as const,
              proration_date: change.prorationDate,
            }),
            ...(change.endTrial && { trial_end: 'now' as const }),
          }
        : {
            items: terms.items.map((item) => ({ price: item.stripePriceId, quantity: item.quantity })),
            ...(terms.trialDays && mode === 'next' && { trial_end: terms.pricedAt + terms.trialDays * 86_400 }),
          },
      expand: ['lines.data'],
    });
    const [lines, rates] = await Promise.all([allLines(stripe, invoice), findRates(stripe, invoice)]);
    return toPreview(invoice, lines, rates);
  }
  /** A rate's percentage never changes at Stripe, so each is asked for once. */
  const known = new Map<string, Promise<TaxRate>>();

  async function findRates(stripe: Stripe, invoice: Stripe.Invoice): Promise<ReadonlyMap<string, TaxRate>> {
    const ids = new Set((invoice.total_taxes ?? []).flatMap((tax) => tax.tax_rate_details?.tax_rate ?? []));
    const found = await Promise.all(
      [...ids].map(async (id) => {
        const asked = known.get(id) ?? readRate(stripe, id);
        known.set(id, asked);
        try {
          return [[id, await asked] as const];
        } catch {
          // The total is right without its name; the next preview asks again.
          known.delete(id);
          return [];
        }
      }),
    );
    return new Map(found.flat());
  }

  return {
    /** Both previews at one price date. */
    previewTerms: (terms: SubscriptionTerms, customerId: string | undefined, details: ShippingDetails | undefined) =>
      translated(async () => {
        const [now, recurring] = await Promise.all([
          preview(terms, 'next', customerId, details),
          preview(terms, 'recurring', customerId, details),
        ]);
        return { now, recurring };
      }),
    /**
     * What a subscription will be charged next, with what waits for its invoice; null where nothing will be.
     * @throws UnavailableError soon where Stripe does not answer, NotFoundError where it does not know the subscription.
     */
    previewUpcoming: (stripeSubscriptionId: string): Promise<UpcomingPreview | null> =>
      translated(async () => {
        const stripe = await client();
        try {
          const invoice = await stripe.invoices.createPreview({ subscription: stripeSubscriptionId }, patience);
          const [lines, rates] = await Promise.all([allLines(stripe, invoice), findRates(stripe, invoice)]);
          return { ...toPreview(invoice, lines, rates), ...comingPeriod(invoice, lines) };
        } catch (error) {
          if ((error as { code?: string }).code === 'invoice_upcoming_none') return null;
          throw error;
        }
      }),
  };
}

/** Milliseconds that somebody waits for what was reckoned a while ago too; asked once. */
const patience = { timeout: 5_000, maxNetworkRetries: 0 } as const;

/** An upcoming invoice's own period is the one that ends; what it charges for stands on its lines, and is charged when that begins. */
function comingPeriod(invoice: Stripe.Invoice, lines: readonly Stripe.InvoiceLineItem[]) {
  const renewal = lines.find(({ parent }) => parent?.subscription_item_details?.proration === false)?.period;
  const moment = (seconds: number) => new Date(seconds * 1000).toISOString();
  return {
    chargedAt: moment(renewal?.start ?? invoice.next_payment_attempt ?? invoice.created),
    periodStart: moment(renewal?.start ?? invoice.period_start),
    periodEnd: moment(renewal?.end ?? invoice.period_end),
  };
}

/** A preview carries its first lines; a purchase has at most some twenty, which its first page of ten need not hold. */
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
    // Below zero where discounted time is given back: what was taken off then is not given now.
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
