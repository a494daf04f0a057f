import { beforeEach, describe, expect, test } from 'vitest';
import { newPerson, type Person } from '../../../test/operation-person.ts';
import {
  basic,
  buy,
  cancelAll,
  openPortal,
  preview,
  type Selection,
  shippingDetails,
  team,
} from './purchase.test-support.ts';

const { portal } = await openPortal();
const { pool } = portal.database;
const { stripe } = portal;

const units = (quantity: number): Selection => ({ items: basic.items.map((item) => ({ ...item, quantity })) });

/** Each test has a customer of its own. */
let person: Person;
let card = '';

beforeEach(async () => {
  await cancelAll(portal);
  await pool.query('delete from rate_limits');
  person = await newPerson(portal);
  card = await portal.addCard(person.browser);
});

const apply = (coupon: string, selection: object, product = 'desktop') =>
  person.browser.post(`/api/Billing/Coupon/Apply?coupon=${coupon}&productId=${product}`, { selection });

/** The answers of three calls for a selection with a coupon. */
async function judge(coupon: string, selection: Selection, product = 'desktop') {
  const { items, addons } = selection;
  const body = { items, ...(addons && { addons }), coupon };
  const answers = [
    await apply(coupon, { items, ...(addons && { addons }) }, product),
    await person.browser.post(`/api/Products/${product}/EstimatePurchase`, body),
    await person.browser.post(`/api/Products/${product}/PreviewPurchase`, body),
  ];
  return answers.map((answer) => [answer.statusCode, answer.json().code ?? 'ok', answer.json().propertyErrors ?? null]);
}

/** Sets a condition on a coupon's code, as a vendor can at Stripe. */
async function restrict(code: string, restrictions: object): Promise<void> {
  const { rows } = await pool.query(
    'select stripe_coupon_id as coupon, stripe_promotion_code_id as id from catalog_coupons where code = $1 and current',
    [code],
  );
  await stripe.promotionCodes.update(rows[0].id, { active: false });
  const promotion = { type: 'coupon' as const, coupon: rows[0].coupon };
  const made = await stripe.promotionCodes.create({ code, promotion, restrictions });
  await pool.query('update catalog_coupons set stripe_promotion_code_id = $1 where code = $2', [made.id, code]);
  await pool.query('update catalog_state set version = version + 1');
}

interface Refusal {
  readonly coupon: string;
  readonly selection: Selection;
  readonly product?: string;
  readonly message: string;
  readonly before?: () => Promise<unknown>;
}

const refusals: readonly (readonly [string, Refusal])[] = [
  ['that is unknown', { coupon: 'NOPE', selection: basic, message: 'Coupon number is incorrect or outdated' }],
  ['that has expired', { coupon: 'BYGONE', selection: basic, message: 'Coupon number is incorrect or outdated' }],
  ['of another product', { coupon: 'CLOUDONLY', selection: basic, message: 'This coupon is not for this product.' }],
  [
    'that was used before',
    {
      coupon: 'HALF',
      selection: team,
      product: 'cloud',
      before: () => buy(person.browser, 'desktop', { ...basic, coupon: 'HALF' }, card),
      message: 'This coupon has already been used for this account.',
    },
  ],
  [
    'for a reduction',
    {
      coupon: 'THREE',
      selection: units(1),
      before: () => buy(person.browser, 'desktop', basic, card),
      message: 'A coupon can be used for a new subscription, or for more than you have now.',
    },
  ],
  [
    'for an unchanged selection',
    {
      coupon: 'THREE',
      selection: basic,
      before: () => buy(person.browser, 'desktop', basic, card),
      message: 'A coupon can be used for a new subscription, or for more than you have now.',
    },
  ],
  [
    'for a first payment, beside a paid subscription',
    {
      coupon: 'HALF',
      selection: units(3),
      before: () => buy(person.browser, 'desktop', basic, card),
      message: 'This coupon is good for the first payment of a new subscription, and not for a change.',
    },
  ],
  [
    'beside another',
    {
      coupon: 'SECOND',
      selection: units(3),
      before: () => buy(person.browser, 'desktop', { ...basic, coupon: 'THREE' }, card),
      message: 'This subscription already has a discount, which stays. Remove the coupon.',
    },
  ],
  [
    'below its minimum amount',
    {
      coupon: 'SECOND',
      selection: basic,
      before: () => restrict('SECOND', { minimum_amount: 5000, minimum_amount_currency: 'usd' }),
      message: 'This coupon needs a price of at least 50 before tax.',
    },
  ],
  [
    'for a first purchase only',
    {
      coupon: 'SECOND',
      selection: team,
      product: 'cloud',
      before: async () => {
        await restrict('SECOND', { first_time_transaction: true });
        await buy(person.browser, 'desktop', basic, card);
      },
      message: 'This coupon is for a first purchase only.',
    },
  ],
];

describe('a coupon', () => {
  test.each(refusals)('%s is refused for the same reason when typed, estimated and confirmed', async (_, refusal) => {
    await refusal.before?.();
    const refused = [422, 'InvalidCoupon', { coupon: [refusal.message] }];
    expect(await judge(refusal.coupon, refusal.selection, refusal.product)).toEqual([refused, refused, refused]);
  });

  test('with a minimum amount is accepted for enough units', async () => {
    await restrict('SECOND', { minimum_amount: 5000, minimum_amount_currency: 'usd' });
    expect(await judge('SECOND', units(3))).toEqual([1, 2, 3].map(() => [200, 'ok', null]));
    await restrict('SECOND', {});
  });

  const free: Selection = {
    items: [{ subscriptionPlanId: 'cloud-free', priceId: 'cloud-free-monthly', quantity: 1 }],
  };
  const takings: readonly [string, string, Selection, Selection | undefined][] = [
    ['a new subscription', 'HALF', units(2), undefined],
    ['a change from a free plan', 'HALF', team, free],
    ['a change to more', 'THREE', units(3), units(2)],
  ];
  test.each(takings)(
    'that is accepted when typed is accepted by the confirmation: %s',
    async (_, coupon, selection, first) => {
      const product = selection.items[0]?.subscriptionPlanId.startsWith('cloud') ? 'cloud' : 'desktop';
      if (first)
        expect((await buy(person.browser, product, first, card)).json()).toMatchObject({ status: 'succeeded' });
      expect(await judge(coupon, selection, product)).toEqual([1, 2, 3].map(() => [200, 'ok', null]));
      const quoted = await preview(person.browser, product, { ...selection, coupon });
      const bought = await buy(person.browser, product, { ...selection, coupon }, card);
      expect(bought.json(), bought.body).toMatchObject({ status: 'succeeded' });
      expect(quoted.subscriptionUpdateInvoiceDetails.discounts).toMatchObject([{ code: coupon }]);
    },
  );

  test('is refused together with a selection that cannot be bought', async () => {
    const response = await apply('HALF', units(11));
    expect(response.json()).toMatchObject({
      code: 'ValidationError',
      propertyErrors: { 'items.0.quantity': expect.any(Array) },
    });
  });

  test('that is valid uses no attempt, even if the selection is refused', async () => {
    await buy(person.browser, 'desktop', basic, card);
    for (let tries = 0; tries < 7; tries += 1) expect((await apply('THREE', units(1))).statusCode).toBe(422);
    expect((await apply('THREE', units(3))).statusCode).toBe(200);
  });

  test('is not accepted with a selection without items', async () => {
    expect((await apply('HALF', { items: [] })).json()).toMatchObject({ code: 'ValidationError' });
  });
});

describe('a coupon with one redemption left', () => {
  test('is redeemed by only one of several simultaneous accounts', async () => {
    const { rows } = await pool.query(
      "select stripe_coupon_id as coupon, stripe_promotion_code_id as id from catalog_coupons where code = 'SECOND' and current",
    );
    await stripe.promotionCodes.update(rows[0].id, { active: false });
    const promotion = { type: 'coupon' as const, coupon: rows[0].coupon };
    const made = await stripe.promotionCodes.create({ code: 'SECOND', promotion, max_redemptions: 1 });
    await pool.query("update catalog_coupons set stripe_promotion_code_id = $1 where code = 'SECOND'", [made.id]);
    await pool.query('update catalog_state set version = version + 1');
    const people = await Promise.all(Array.from({ length: 4 }, () => newPerson(portal)));
    const selection = { ...basic, coupon: 'SECOND' };
    const ready = await Promise.all(
      people.map(async ({ browser }) => {
        const paymentMethodId = await portal.addCard(browser);
        const { taxTransactionId } = await preview(browser, 'desktop', selection, { shippingDetails });
        const body = { ...selection, shippingDetails, paymentMethodId, taxTransactionId };
        return () => browser.post('/api/Products/desktop/Purchase', body);
      }),
    );
    const answers = await Promise.all(ready.flatMap((send) => Array.from({ length: 12 }, send)));
    const bought = answers.filter(({ statusCode }) => statusCode === 200).map((answer) => answer.json().operationId);
    expect(new Set(bought).size, answers.map(({ body }) => body).join('\n')).toBe(1);
    expect(await stripe.promotionCodes.retrieve(made.id)).toMatchObject({ times_redeemed: 1 });
    const mine = await pool.query('select count(*)::int from coupon_redemptions where stripe_promotion_code_id = $1', [
      made.id,
    ]);
    expect(mine.rows).toEqual([{ count: 1 }]);
    const living = (await stripe.subscriptions.list({ limit: 100 })).data.filter(({ ended_at: ended }) => !ended);
    expect(living).toHaveLength(1);
    const usedUp = [422, 'InvalidCoupon', { coupon: ['This coupon has been used as often as it can be.'] }];
    expect(await judge('SECOND', basic)).toEqual([usedUp, usedUp, usedUp]);
  });
});
