import type Stripe from 'stripe';
import { endpoint, listEndpoint, mergeMetadata } from '../endpoint.ts';
import { isRedeemable } from '../engine/discounts.ts';
import { alreadyExists, invalidRequest } from '../errors.ts';
import { newId, randomText } from '../ids.ts';
import {
  clearable,
  currency,
  flag,
  hash,
  integer,
  list,
  metadata,
  needed,
  number,
  oneOf,
  text,
  timeRange,
} from '../parameters.ts';
import { ALL } from '../storage/select.ts';
import type { Work } from '../storage/work.ts';

function withValidity(work: Work, coupon: Stripe.Coupon): Stripe.Coupon {
  coupon.valid = isRedeemable(coupon, work.realNow);
  return coupon;
}

export const couponEndpoints = [
  endpoint(
    'POST /v1/coupons',
    {
      amount_off: integer({ least: 1 }),
      applies_to: hash({ products: list(text()) }),
      currency: currency(),
      duration: oneOf('forever', 'once', 'repeating'),
      duration_in_months: integer({ least: 1 }),
      id: text(200),
      max_redemptions: integer({ least: 1 }),
      metadata: metadata(),
      name: text(40),
      percent_off: number({ above: 0, most: 100 }),
      redeem_by: integer(),
    },
    async ({ work, parameters: given }) => {
      if ((given.amount_off === undefined) === (given.percent_off === undefined)) {
        throw invalidRequest('You must pass either `percent_off` or `amount_off`.');
      }
      if (given.amount_off !== undefined && given.currency === undefined) {
        throw invalidRequest('You must pass currency when passing amount_off', { param: 'currency' });
      }
      if ((given.duration === 'repeating') !== (given.duration_in_months !== undefined)) {
        throw invalidRequest(
          given.duration === 'repeating'
            ? 'You must pass `duration_in_months` when the duration is `repeating`.'
            : '`duration_in_months` can only be passed when the duration is `repeating`.',
          { param: 'duration_in_months' },
        );
      }
      if (given.redeem_by !== undefined && given.redeem_by <= work.realNow) {
        throw invalidRequest('The `redeem_by` timestamp must be in the future.', { param: 'redeem_by' });
      }
      const id = given.id ?? randomText(8);
      if (await work.knows(id)) throw alreadyExists('Coupon');
      const coupon = work.add('coupon', {
        id,
        object: 'coupon',
        amount_off: given.amount_off ?? null,
        ...(given.applies_to?.products === undefined ? {} : { applies_to: { products: given.applies_to.products } }),
        created: work.now,
        currency: given.amount_off === undefined ? null : (given.currency ?? null),
        duration: given.duration ?? 'once',
        duration_in_months: given.duration_in_months ?? null,
        livemode: false,
        max_redemptions: given.max_redemptions ?? null,
        metadata: mergeMetadata({}, given.metadata),
        name: given.name ?? null,
        percent_off: given.percent_off ?? null,
        redeem_by: given.redeem_by ?? null,
        times_redeemed: 0,
        valid: true,
      });
      work.announce('coupon.created', coupon);
      return coupon;
    },
  ),

  endpoint('GET /v1/coupons/:coupon', {}, async ({ work, ids }) =>
    withValidity(work, await work.get('coupon', ids.coupon ?? '', 'coupon')),
  ),

  endpoint(
    'POST /v1/coupons/:coupon',
    { metadata: metadata(), name: clearable(text(40)) },
    async ({ work, ids, parameters }) => {
      const coupon = withValidity(work, await work.get('coupon', ids.coupon ?? '', 'coupon'));
      if (parameters.name !== undefined) coupon.name = parameters.name;
      coupon.metadata = mergeMetadata(coupon.metadata ?? {}, parameters.metadata);
      return coupon;
    },
  ),

  listEndpoint('/v1/coupons', 'coupon', { created: timeRange() }, ({ parameters }) => ({
    times: { created: parameters.created },
  })),
];

export const promotionCodeEndpoints = [
  endpoint(
    'POST /v1/promotion_codes',
    {
      active: flag(),
      code: text(500),
      customer: text(),
      expires_at: integer(),
      max_redemptions: integer({ least: 1 }),
      metadata: metadata(),
      promotion: needed(hash({ coupon: needed(text()), type: needed(oneOf('coupon')) })),
      restrictions: hash({
        first_time_transaction: flag(),
        minimum_amount: integer({ least: 1 }),
        minimum_amount_currency: currency(),
      }),
    },
    async ({ work, parameters: given }) => {
      const coupon = await work.get('coupon', given.promotion.coupon, 'promotion[coupon]');
      if (!isRedeemable(coupon, work.realNow))
        throw invalidRequest('This coupon is no longer valid.', { param: 'promotion[coupon]' });
      if (given.customer !== undefined) await work.get('customer', given.customer, 'customer');
      const code = given.code ?? randomText(8).toUpperCase();
      if (!/^[A-Za-z0-9-]+$/.test(code)) {
        throw invalidRequest('Promotion codes may only contain alphanumeric characters and dashes.', { param: 'code' });
      }
      const active = given.active ?? true;
      if (active) await refuseSameCode(work, code, given.customer ?? null);
      const restrictions = given.restrictions ?? {};
      if ((restrictions.minimum_amount === undefined) !== (restrictions.minimum_amount_currency === undefined)) {
        throw invalidRequest('You must pass `minimum_amount_currency` together with `minimum_amount`.', {
          param: 'restrictions[minimum_amount]',
        });
      }
      const promotionCode: Stripe.PromotionCode = work.add('promotion_code', {
        id: newId('promo'),
        object: 'promotion_code',
        active,
        code,
        created: work.now,
        customer: given.customer ?? null,
        customer_account: null,
        expires_at: given.expires_at ?? null,
        livemode: false,
        max_redemptions: given.max_redemptions ?? null,
        metadata: mergeMetadata({}, given.metadata),
        promotion: { coupon: coupon.id, type: 'coupon' },
        restrictions: {
          first_time_transaction: restrictions.first_time_transaction ?? false,
          minimum_amount: restrictions.minimum_amount ?? null,
          minimum_amount_currency: restrictions.minimum_amount_currency ?? null,
        },
        times_redeemed: 0,
      });
      work.announce('promotion_code.created', promotionCode);
      return promotionCode;
    },
  ),

  endpoint('GET /v1/promotion_codes/:code', {}, async ({ work, ids }) => work.get('promotion_code', ids.code ?? '')),

  endpoint(
    'POST /v1/promotion_codes/:code',
    { active: flag(), metadata: metadata() },
    async ({ work, ids, parameters }) => {
      const promotionCode = await work.get('promotion_code', ids.code ?? '');
      if (parameters.active && !promotionCode.active) {
        await refuseSameCode(work, promotionCode.code, promotionCode.customer as string | null);
      }
      if (parameters.active !== undefined) promotionCode.active = parameters.active;
      promotionCode.metadata = mergeMetadata(promotionCode.metadata ?? {}, parameters.metadata);
      return promotionCode;
    },
  ),

  listEndpoint(
    '/v1/promotion_codes',
    'promotion_code',
    { active: flag(), code: text(), coupon: text(), created: timeRange(), customer: text() },
    ({ parameters }) => ({
      match: { active: parameters.active },
      // Codes are compared without regard to case.
      insensitive: { code: parameters.code },
      related: [parameters.coupon],
      customer: parameters.customer,
      times: { created: parameters.created },
    }),
  ),
];

async function refuseSameCode(work: Work, code: string, customer: string | null): Promise<void> {
  const same = await work.list('promotion_code', { match: { active: 'true' }, insensitive: { code }, limit: ALL });
  if (same.some((other) => other.customer === null || customer === null || other.customer === customer)) {
    throw invalidRequest(`An active promotion code with \`code: ${code}\` already exists.`, {
      param: 'code',
      code: 'resource_already_exists',
    });
  }
}
