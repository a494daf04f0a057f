import type Stripe from 'stripe';
import { type Credited, calculateLineAmounts, creditedBy, type LineAmounts } from './line-amounts.ts';
import type { TaxRate } from './tax-rates.ts';

/** A line of the next invoice; cents. */
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

/** A discount on a whole invoice or on one of its lines. */
export interface PreviewDiscount {
  readonly id: string;
  /** Discount on the invoice, in cents. */
  readonly amount: number;
  readonly couponId: string;
  /** The vendor's name of the coupon at Stripe. */
  readonly couponName: string;
  readonly promotionCodeId: string | null;
  /** Whether the discount is used up by the first invoice that it reduces. */
  readonly isOnce: boolean;
  /** ISO 8601 UTC. */
  readonly start: string;
  /** The end of the discount, ISO 8601 UTC. Null if it does not end automatically. */
  readonly end: string | null;
}

/** The next invoice as Stripe calculates it. All amounts are in cents. */
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
  /** The customer's tax status: `none`, `exempt` or `reverse`. */
  readonly customerTaxExempt: string;
  /** Discounts on the whole invoice, sorted. */
  readonly discountIds: readonly string[];
  /** The discounts behind `discount`. */
  readonly discounts: readonly PreviewDiscount[];
}

/** Converts Stripe's invoice. It must contain all lines, and its discounts must be expanded to their coupons. */
export function toPreview(
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
        ...calculateLineAmounts(line),
        credited: creditedBy(line),
      };
    }),
    subtotal: invoice.subtotal,
    // Negative if discounted time is credited, because only its discounted price is credited.
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
    discounts: (invoice.total_discount_amounts ?? []).flatMap(toDiscount),
  };
}

function toDiscount({ amount, discount }: Stripe.Invoice.TotalDiscountAmount): PreviewDiscount[] {
  if (typeof discount === 'string' || 'deleted' in discount) return [];
  const { coupon } = discount.source;
  if (typeof coupon === 'string' || !coupon) return [];
  const code = discount.promotion_code;
  return [
    {
      id: discount.id,
      amount,
      couponId: coupon.id,
      couponName: coupon.name ?? coupon.id,
      promotionCodeId: typeof code === 'string' ? code : (code?.id ?? null),
      isOnce: coupon.duration === 'once',
      start: new Date(discount.start * 1000).toISOString(),
      end: discount.end === null ? null : new Date(discount.end * 1000).toISOString(),
    },
  ];
}
