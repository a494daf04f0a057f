import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import type { FaultyProxy } from '../../../test/faulty-proxy.ts';
import type { FullPortal } from '../../../test/full-portal.ts';
import { newPerson } from '../../../test/operation-person.ts';
import { startPortalBehindProxy } from '../../../test/portal-behind-proxy.ts';

let portal: FullPortal;
let owner: Browser;
let proxy: FaultyProxy;

beforeAll(async () => {
  ({ portal, proxy } = await startPortalBehindProxy());
  owner = await portal.signIn('owner@acme.example');
});

beforeEach(async () => {
  proxy.decide = () => undefined;
  proxy.calls.length = 0;
  await portal.database.pool.query('delete from rate_limits');
});

const apply = (coupon: string, more = '', browser = owner) =>
  browser.post(`/api/Billing/Coupon/Apply?coupon=${encodeURIComponent(coupon)}${more}`, {});

describe('a coupon', () => {
  test('is found in any case, and as pasted from a mail', async () => {
    for (const typed of ['HALF', 'half', ' Half ', 'HA\u200bLF\ufeff', '\u00a0ＨＡＬＦ']) {
      const response = await apply(typed);
      expect(response.json()).toEqual({
        Id: expect.any(String),
        Name: 'Half off',
        PercentOff: 50,
        AmountOff: null,
        Created: expect.stringMatching(/^\d{4}-.*Z$/),
      });
      expect(response.statusCode).toBe(200);
    }
  });

  test('returns its amount off in cents', async () => {
    expect((await apply('CLOUDONLY')).json()).toMatchObject({ Name: 'Cloud only', PercentOff: null, AmountOff: 500 });
  });

  test('is refused to read-only users, whose attempts would block users who buy', async () => {
    const readOnly = await portal.signIn('readonly@acme.example');
    const items = [{ subscriptionPlanId: 'cloud-team', priceId: 'cloud-team-monthly', quantity: 1 }];
    for (let tries = 0; tries < 6; tries += 1) {
      const coupon = `WRONG${tries}`;
      const totals = await readOnly.post('/api/Products/cloud/CalculatePurchaseTotals', { items, coupon });
      for (const refused of [await apply(coupon, '', readOnly), totals]) {
        expect(refused.statusCode).toBe(403);
        expect(refused.json()).toMatchObject({ code: 'Forbidden', message: expect.stringContaining('read-only') });
      }
    }
    expect((await apply('HALF')).statusCode).toBe(200);
  });

  test('is refused for another product', async () => {
    expect((await apply('CLOUDONLY', '&productId=cloud')).statusCode).toBe(200);
    const refused = await apply('CLOUDONLY', '&productId=desktop');
    expect(refused.statusCode).toBe(422);
    expect(refused.json().propertyErrors).toEqual({ coupon: ['This coupon is not for this product.'] });
  });

  test('is refused like an unknown one if Stripe does not redeem it', async () => {
    const { data } = await portal.stripe.promotionCodes.list({ code: 'HALF', active: true });
    await portal.stripe.promotionCodes.update(String(data[0]?.id), { active: false });
    try {
      for (const code of ['HALF', 'NEVER']) {
        const response = await apply(code);
        expect(response.statusCode).toBe(422);
        expect(response.json()).toMatchObject({
          code: 'InvalidCoupon',
          message: 'Coupon number is incorrect or outdated',
          propertyErrors: { coupon: ['Coupon number is incorrect or outdated'] },
        });
      }
    } finally {
      await portal.stripe.promotionCodes.update(String(data[0]?.id), { active: true });
    }
  });

  test('is refused to customers other than its own', async () => {
    const { data } = await portal.stripe.promotionCodes.list({
      code: 'HALF',
      active: true,
    });
    const [general] = data;
    const globex = await newPerson(portal);
    await portal.stripe.promotionCodes.update(String(general?.id), { active: false });
    const own = await portal.stripe.promotionCodes.create({
      code: 'HALF',
      customer: globex.customerId,
      promotion: { type: 'coupon', coupon: String(general?.promotion.coupon) },
    });
    try {
      for (const browser of [owner, (await newPerson(portal)).browser])
        expect((await apply('HALF', '', browser)).statusCode).toBe(422);
      expect((await apply('HALF', '', globex.browser)).json()).toMatchObject({ Name: 'Half off', PercentOff: 50 });
    } finally {
      await portal.stripe.promotionCodes.update(own.id, { active: false });
      await portal.stripe.promotionCodes.update(String(general?.id), { active: true });
    }
  });

  test('is looked up at Stripe in one call, or in none if its code is unknown', async () => {
    await apply('HALF');
    expect(proxy.calls).toEqual(['GET /v1/promotion_codes']);
    await apply('NEVER');
    expect(proxy.calls).toHaveLength(1);
  });

  test('shows operators its redemptions, the newest first', async () => {
    const operator = await portal.signIn('operator@portico.example');
    const { rows } = await portal.database.pool.query<{ id: string }>(
      "select stripe_promotion_code_id as id from catalog_coupons where code = 'HALF'",
    );
    await portal.database.pool.query(
      `insert into coupon_redemptions (account_id, stripe_promotion_code_id, redeemed_at)
       select id, $1, now() + id * interval '1 hour' from accounts where name in ('Acme Security', 'Globex') `,
      [rows[0]?.id],
    );
    const list = async (code: string) =>
      (await operator.get(`/api/Catalog/Coupons/${code}/Redemptions?pageSize=1`)).json();
    try {
      expect(await list('half')).toMatchObject({ total: 2, totalPages: 2, items: [{ account: { name: 'Globex' } }] });
      expect(await list('NEVER')).toMatchObject({ total: 0, items: [] });
      expect((await operator.get('/api/Catalog/Coupons/no%20code/Redemptions')).statusCode).toBe(400);
    } finally {
      await portal.database.pool.query('delete from coupon_redemptions');
    }
  });

  test('cannot be applied without a code', async () => {
    expect((await owner.post('/api/Billing/Coupon/Apply', {})).statusCode).toBe(400);
  });

  test('is refused at its field without counting if no coupon can have its code', async () => {
    for (let tries = 0; tries < 6; tries += 1) {
      const response = await apply('50 % off!');
      expect(response.json().propertyErrors).toEqual({
        coupon: ['A coupon has only letters, digits and hyphens, at most 40 of them.'],
      });
    }
    expect((await apply('HALF')).statusCode).toBe(200);
  });

  test('is blocked for 59 seconds after five wrong codes, even if it is valid', async () => {
    const from = Date.now();
    for (let tries = 0; tries < 5; tries += 1) expect((await apply(`GUESS${tries}`)).statusCode).toBe(422);
    const to = Date.now();
    const blocked = await apply('HALF');
    expect(blocked.statusCode).toBe(429);
    expect(blocked.json()).toMatchObject({
      code: 'TooManyRequests',
      message: expect.stringMatching(/^You pressed the button too fast, please wait 5[89] sec\.$/),
      propertyErrors: { coupon: [blocked.json().message] },
    });
    const until = new Date(blocked.json().additionalData.blockedTo).getTime();
    expect(until).toBeGreaterThanOrEqual(from + 59_000);
    expect(until).toBeLessThanOrEqual(to + 59_000);
    const items = [{ subscriptionPlanId: 'cloud-team', priceId: 'cloud-team-monthly', quantity: 1 }];
    const totals = await owner.post('/api/Products/cloud/CalculatePurchaseTotals', { items, coupon: 'HALF' });
    expect(totals.statusCode).toBe(429);
    // Other accounts are not blocked.
    expect((await apply('HALF', '', await portal.signIn('owner@globex.example'))).statusCode).toBe(200);
  });

  test('is looked up at Stripe at most sixty times a minute', async () => {
    const answers = [await apply('HALF')];
    // The minute does not end during the test, however long it takes.
    await portal.database.pool.query('update rate_limits set expire = expire + 3600000');
    for (let look = 1; look < 61; look += 1) answers.push(await apply('HALF'));
    expect(answers.slice(0, 60).every(({ statusCode }) => statusCode === 200)).toBe(true);
    expect(answers[60]?.statusCode).toBe(429);
    expect(answers[60]?.json().additionalData.blockedTo).toEqual(expect.any(String));
    expect(proxy.calls).toHaveLength(60);
  });

  test('does not count as wrong if Stripe does not answer', async () => {
    proxy.decide = () => 500;
    for (let tries = 0; tries < 3; tries += 1) {
      const response = await apply('HALF');
      expect(response.statusCode).toBe(503);
      expect(response.headers['retry-after']).toBe('5');
    }
    proxy.decide = () => undefined;
    for (let tries = 0; tries < 4; tries += 1) await apply(`GUESS${tries}`);
    expect((await apply('HALF')).statusCode).toBe(200);
  });
});
