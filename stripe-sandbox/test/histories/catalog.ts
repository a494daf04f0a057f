import type Stripe from 'stripe';
import { monthly } from '../sandbox.ts';

/** The prices and coupons of the histories. */
export async function makeCatalog(stripe: Stripe) {
  const [gold, platinum, yearly, free, addOn] = await Promise.all([
    monthly(stripe, 1000),
    monthly(stripe, 3333, { tax_behavior: 'inclusive' }),
    monthly(stripe, 29_999, { recurring: { interval: 'year' } }),
    monthly(stripe, 0),
    monthly(stripe, 777),
  ]);
  const coupon = (given: Stripe.CouponCreateParams) => stripe.coupons.create(given).then(({ id }) => id);
  const coupons = {
    tenth: await coupon({ percent_off: 10, duration: 'forever' }),
    'half once': await coupon({ percent_off: 50, duration: 'once' }),
    'three months': await coupon({ percent_off: 33.3, duration: 'repeating', duration_in_months: 3 }),
    'five off': await coupon({ amount_off: 500, currency: 'usd', duration: 'forever' }),
    all: await coupon({ percent_off: 100, duration: 'forever' }),
  };
  return {
    plans: { gold: gold.id, platinum: platinum.id, yearly: yearly.id, free: free.id },
    addOn: addOn.id,
    coupons,
  };
}

export type Catalog = Awaited<ReturnType<typeof makeCatalog>>;
