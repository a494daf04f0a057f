import type Stripe from 'stripe';
import type { StripeClient } from '../client.ts';
import { isMissing, translated } from '../errors.ts';

/** A discount on an invoice. Ids are Stripe's. */
export interface InvoiceDiscount {
  readonly id: string;
  readonly couponId: string | null;
  readonly couponName: string | null;
  readonly percentOff: number | null;
  /** Cents of `currency`. */
  readonly amountOff: number | null;
  readonly currency: string | null;
  /** As the customer typed it; null for a discount that the vendor gave. */
  readonly code: string | null;
}

const amounts = 'total_discount_amounts.discount';

/** Stripe has no call for a single discount, so an invoice is fetched with its discounts (INV-29). */
export function invoiceDiscountCalls(client: StripeClient) {
  return {
    /** The discounts with an effect on an invoice; empty for a deleted one. @throws UnavailableError */
    list: (invoiceId: string): Promise<InvoiceDiscount[]> =>
      translated(async () => {
        const stripe = await client();
        try {
          const expand = [`${amounts}.source.coupon`, `${amounts}.promotion_code`];
          const invoice = await stripe.invoices.retrieve(invoiceId, { expand });
          return (invoice.total_discount_amounts ?? []).flatMap(({ discount }) => toDiscount(discount));
        } catch (error) {
          if (isMissing(error)) return [];
          throw error;
        }
      }),
  };
}

function toDiscount(discount: Stripe.Invoice.TotalDiscountAmount['discount']): InvoiceDiscount[] {
  if (typeof discount === 'string') return [];
  const given = discount.source.coupon;
  const coupon = typeof given === 'string' ? null : given;
  const code = discount.promotion_code;
  return [
    {
      id: discount.id,
      couponId: typeof given === 'string' ? given : (given?.id ?? null),
      couponName: coupon?.name ?? null,
      percentOff: coupon?.percent_off ?? null,
      amountOff: coupon?.amount_off ?? null,
      currency: coupon?.currency ?? null,
      code: code === null || typeof code === 'string' ? null : code.code,
    },
  ];
}
