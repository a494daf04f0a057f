import type Stripe from 'stripe';
import { formatMoney } from '../engine/money.ts';
import { idOf } from '../ids.ts';
import type { Work } from '../storage/work.ts';
import type { DocumentWords } from './document-words.ts';

/** The names of discounts on a document, such as `SPRING25 (25% off)`, by id. */
export type CouponNames = ReadonlyMap<string, string>;

/** The names of an invoice's discounts: the entered code, or the coupon's name. */
export async function couponNamesOf(work: Work, invoice: Stripe.Invoice, words: DocumentWords): Promise<CouponNames> {
  const names = new Map<string, string>();
  for (const { discount: reference } of invoice.total_discount_amounts ?? []) {
    const discount = await work.find('discount', idOf(reference) ?? '');
    const coupon = discount && (await work.find('coupon', idOf(discount.source.coupon) ?? ''));
    if (!discount || !coupon) continue;
    const code = await work.find('promotion_code', idOf(discount.promotion_code) ?? '');
    const off =
      coupon.percent_off === null
        ? formatMoney(coupon.amount_off ?? 0, coupon.currency ?? invoice.currency, words.language)
        : words.percent(coupon.percent_off);
    names.set(discount.id, `${code?.code ?? coupon.name ?? coupon.id} (${words.off(off)})`);
  }
  return names;
}
