import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { type FullPortal, startFullPortal } from '../../../test/full-portal.ts';
import { findVisitorCouponBlock } from '../../billing/index.ts';
import { crowd } from './blocks.ts';
import {
  address,
  addressFields,
  freshVisitor,
  hostileTexts,
  newCard,
  newEmail,
  oneBasic,
  pageState,
  password,
  personFields,
  postForm,
  quote,
  unsavedCard,
  visitor,
} from './sign-up.test-support.ts';

let portal: FullPortal;
let browser: Browser;

beforeAll(async () => {
  portal = await startFullPortal({ mode: 'demo' });
});

beforeEach(async () => {
  browser = await freshVisitor(portal);
});

const _html = { headers: { accept: 'text/html' } };

const getBlock = async (who: Browser, email = '') => (await who.post('/api/SignUp/Block', { email })).json();

describe('CheckCoupon', () => {
  const check = (coupon: string, who = browser) =>
    who.post(`/SignUp?handler=CheckCoupon&product=desktop&coupon=${coupon}`);

  test('returns a coupon’s discount in PascalCase', async () => {
    const response = await check('half');
    expect(response.statusCode, response.body).toBe(200);
    expect(response.json()).toMatchObject({ Name: 'Half off', PercentOff: 50, AmountOff: null });
  });

  test('reads a code as pasted from a mail', async () => {
    expect((await check(encodeURIComponent('HA\u200bLF'))).statusCode).toBe(200);
  });

  test.each(['', 'NOTHING', 'BYGONE', 'CLOUDONLY', 'x'.repeat(500), '%00'])(
    'rejects the coupon %j at its field',
    async (coupon) => {
      const response = await check(coupon);
      expect([400, 422]).toContain(response.statusCode);
      expect(response.json().propertyErrors).toHaveProperty('coupon');
    },
  );

  test('blocks a browser and its registration after five wrong coupons', async () => {
    for (let tried = 0; tried < 5; tried += 1) expect((await check(`WRONG${tried}`)).statusCode).toBe(422);
    const blocked = await check('HALF');
    expect(blocked.statusCode).toBe(429);
    expect(Date.parse(blocked.json().additionalData.blockedTo)).toBeGreaterThan(Date.now());
    const form = await postForm(browser, { ...personFields, email: newEmail() });
    expect(form.statusCode).toBe(429);
    expect(pageState(form).modelState['']).toEqual([
      expect.stringMatching(/^Please wait \d+ seconds before registration$/),
    ]);
    expect((await getBlock(browser)).secondsLeft).toBeGreaterThan(0);
    const another = await visitor(portal.app.http);
    expect(await getBlock(another)).toEqual({ blockedTo: null, secondsLeft: 0, isBusy: false });
    expect((await check('HALF', another)).statusCode).toBe(200);
    expect(await findVisitorCouponBlock(portal.database, 'visitor nobody')).toBeNull();
  });
});

test('SetupIntent returns a secret for an unattached card', async () => {
  const response = await browser.post('/SignUp?handler=SetupIntent&email=a%40b.example');
  expect(response.statusCode, response.body).toBe(200);
  const id = response.json().ClientSecret.split('_secret')[0];
  expect((await portal.stripe.setupIntents.retrieve(id)).customer).toBeNull();
});

describe('PreviewPurchase', () => {
  const items = [{ subscriptionPlanId: 'desktop-basic', priceId: 'desktop-basic-yearly', quantity: 1 }];
  const preview = (more: object) =>
    browser.post('/SignUp?handler=PreviewPurchase', { productId: 'desktop', items, shippingDetails: address, ...more });

  test('returns the invoice, the recurring amounts and a quote', async () => {
    const response = await preview({ coupon: 'HALF', addons: { 'forensics-yearly': 1 } });
    expect(response.statusCode, response.body).toBe(200);
    expect(response.json()).toMatchObject({
      SubscriptionUpdateInvoiceDetails: { total: 12_500 },
      RecurringInvoiceDetails: { total: 25_000 },
      TaxTransactionId: expect.stringMatching(/^quote_/),
    });
  });

  test.each([
    [{ items: [] }, 'items'],
    [{ coupon: 'NOTHING' }, 'coupon'],
    [{ shippingDetails: null }, 'shippingDetails'],
    [{ productId: 'No Product' }, 'productId'],
    [{ items: [{ ...items[0], quantity: -1 }] }, 'items.0.quantity'],
    [{ items: [{ ...items[0], quantity: 11 }] }, 'items.0.quantity'],
  ])('rejects %j at its field', async (more, field) => {
    const response = await preview(more);
    expect(response.statusCode, response.body).toBe(422);
    expect(response.json().propertyErrors).toHaveProperty([field]);
  });

  test('names the card that the browser saved, and no other card', async () => {
    const card = async (paymentMethodId: string) => (await preview({ paymentMethodId })).json().Card;
    expect(await card(await newCard(portal, browser))).toEqual({ brand: 'visa', last4: '4242' });
    expect(await card(await unsavedCard(portal, 'visa'))).toBeNull();
    expect(await card('pm_nothing')).toBeNull();
    const attached = await newCard(portal, browser);
    const { id: customer } = await portal.stripe.customers.create();
    await portal.stripe.paymentMethods.attach(attached, { customer });
    expect(await card(attached)).toBeNull();
  });

  test('rejects an unknown product, and a plan that is not sold online', async () => {
    expect((await preview({ productId: 'nothing' })).statusCode).toBe(404);
    const manual = [{ subscriptionPlanId: 'desktop-enterprise', priceId: 'none', quantity: 1 }];
    expect((await preview({ items: manual })).statusCode).toBe(422);
  });
});

test.each(['Your parcel is held: pay at https://evil.example/pay now.', 'Pay at www.evil.example', 'evil.example/pay'])(
  'rejects an organization with a web address in its name at its field: %s',
  async (organization) => {
    const form = await postForm(browser, { ...personFields, email: newEmail(), organization });
    expect(form.statusCode).toBe(422);
    expect(pageState(form)).toMatchObject({
      modelState: { organization: ['Leave web addresses and telephone numbers out of the name.'] },
      attemptedValues: { organization },
    });
  },
);

test('rejects every change without the anti-forgery token', async () => {
  browser.token = '';
  expect((await browser.post('/SignUp?handler=SetupIntent')).json()).toMatchObject({ code: 'AntiForgery' });
  const form = await postForm(browser, { ...personFields, email: newEmail() });
  expect(form.statusCode).toBe(400);
  expect(pageState(form)).toMatchObject({ attemptedValues: { organization: 'Stone Hotels' } });
});

describe.each(
  Object.keys(personFields)
    .filter((name) => name !== 'CompanyId')
    .concat('email'),
)('the field %s', (field) => {
  test.each(hostileTexts)('is stored exactly or rejected at its field: %s', async (_name, value) => {
    await portal.database.pool.query('delete from rate_limits');
    const email = field === 'email' ? value : newEmail();
    const response = await postForm(browser, { ...personFields, email, [field]: value });
    if (response.statusCode === 303) {
      const { rows } = await portal.database.pool.query(
        `select a.name as organization, u.first_name as "firstName", u.last_name as "lastName", u.phone, u.comments, u.email,
                d.country, d.state, d.province, d.industry, d.other_industry as "otherIndustry", d.order_number as "orderNumber"
         from users u join accounts a on a.id = u.account_id join registration_details d on d.account_id = a.id
         where u.email = $1`,
        [email.trim()],
      );
      // Only comments keep a control that reverses text.
      const stored = field === 'comments' ? value : value.replace('\u202E', '');
      if (!/assword$/.test(field)) expect(rows[0]?.[field]).toBe(stored.trim());
      return;
    }
    expect(response.statusCode).toBe(422);
    const { modelState, attemptedValues } = pageState(response);
    const expected = field === 'password' ? expect.stringMatching(/^(password|confirmPassword)$/) : field;
    for (const name of Object.keys(modelState))
      expect(name).toEqual(field === 'password' ? expected : name === 'password' ? 'password' : expect.any(String));
    expect(
      Object.keys(modelState).some(
        (name) =>
          name === field ||
          (field === 'confirmPassword' && name === 'password') ||
          (field === 'password' && name === 'confirmPassword'),
      ),
    ).toBe(true);
    expect(JSON.stringify(attemptedValues)).not.toContain(password);
    expect(response.body).not.toContain('<img');
  });
});

test('rejects hostile fields of a purchase at their groups', async () => {
  const form = { ...personFields, ...oneBasic, ...addressFields, email: newEmail() };
  const [evil, long] = ['<img src=x onerror=alert(1)> & "quotes"', 'a'.repeat(10_000)];
  const wrong: Record<string, [string, string]> = {
    'Purchase.Items[0].PriceId': [evil, 'Purchase.Items'],
    'Purchase.Items[0].Quantity': ['1e9', 'Purchase.Items'],
    'Purchase.Addons[forensics-monthly]': ['0', 'Purchase.Addons'],
    'Purchase.Coupon': [long, 'Purchase.Coupon'],
    'Purchase.PaymentMethodId': [evil, 'Purchase.PaymentMethodId'],
    'Purchase.StripeToken': ['4242424242424242', 'Purchase.StripeToken'],
    'Purchase.TaxTransactionId': ['quote_of_somebody', 'Purchase.TaxTransactionId'],
    'Purchase.ShippingDetails.Address.Country': ['Nowhere', 'Purchase.ShippingDetails'],
  };
  for (const [name, [value, group]] of Object.entries(wrong)) {
    await portal.database.pool.query('delete from rate_limits');
    const response = await postForm(browser, { ...form, [name]: value });
    expect([409, 422], name).toContain(response.statusCode);
    expect(Object.keys(pageState(response).modelState), name).toEqual([group]);
  }
});

test('requires states and provinces with brand 1', async () => {
  const us = await postForm(browser, { ...personFields, email: newEmail(), country: 'US' });
  expect(Object.keys(pageState(us).modelState)).toEqual(['state']);
  const canada = await postForm(browser, { ...personFields, email: newEmail(), country: 'CA' });
  expect(Object.keys(pageState(canada).modelState)).toEqual(['province']);
  const quebec = await postForm(browser, { ...personFields, email: newEmail(), country: 'CA', province: 'QC' });
  expect(quebec.statusCode).toBe(303);
});

test('reports when the next form will be accepted, before it is posted', async () => {
  expect(await getBlock(browser)).toEqual({ blockedTo: null, secondsLeft: 0, isBusy: false });
  for (let sent = 0; sent < 6; sent += 1) {
    expect(await getBlock(browser, 'harbor@globex.example')).toMatchObject({ secondsLeft: 0 });
    expect((await postForm(browser, { ...personFields, email: 'harbor@globex.example' })).statusCode).not.toBe(429);
  }
  const { blockedTo, secondsLeft } = await getBlock(browser, 'harbor@globex.example');
  expect(secondsLeft).toBeGreaterThan(50);
  expect(secondsLeft).toBeLessThanOrEqual(59);
  expect(Date.parse(blockedTo) - Date.now()).toBeLessThanOrEqual(secondsLeft * 1000);
  expect((await browser.post('/api/SignUp/Block', { email: 7 })).statusCode).toBe(422);
});

test('makes the page wait while too many others register', async () => {
  let finish: () => void = () => {};
  const others = Array.from({ length: 20 }, () =>
    crowd.run(
      '203.0.113.9',
      () =>
        new Promise<void>((resolve) => {
          const before = finish;
          finish = () => {
            before();
            resolve();
          };
        }),
    ),
  );
  const busy = await getBlock(browser, newEmail());
  expect(busy).toMatchObject({ isBusy: true });
  expect(busy.secondsLeft).toBeGreaterThanOrEqual(2);
  expect(Date.parse(busy.blockedTo)).toBeGreaterThan(Date.now());
  finish();
  await Promise.all(others);
  expect(await getBlock(browser, newEmail())).toEqual({ blockedTo: null, secondsLeft: 0, isBusy: false });
});

test('the new account redeems the coupon', async () => {
  const email = newEmail();
  const form = {
    ...personFields,
    ...oneBasic,
    ...addressFields,
    email,
    'Purchase.Coupon': 'half',
    'Purchase.PaymentMethodId': 'pm_card_visa',
    'Purchase.TaxTransactionId': await quote(browser, { coupon: 'half' }),
  };
  const response = await postForm(browser, form);
  expect(response.statusCode, response.body).toBe(303);
  const customer = (await portal.stripe.customers.list({ email })).data[0];
  const charges = await portal.stripe.charges.list({ customer: customer?.id ?? '' });
  expect(charges.data.map(({ amount }) => amount)).toEqual([2_000]);
  const { rows } = await portal.database.pool.query(
    'select count(*)::int as count from coupon_redemptions r join users u on u.account_id = r.account_id where u.email = $1',
    [email],
  );
  expect(rows[0].count).toBe(1);
});

test('begins a trial without a card', async () => {
  const email = newEmail();
  const plans = (await browser.get('/api/SignUp/Plans?product=desktop')).json().items;
  const trial = plans.find(({ isTrial }: { isTrial: boolean }) => isTrial);
  const response = await postForm(browser, {
    ...personFields,
    email,
    'Purchase.Items[0].SubscriptionPlanId': trial.id,
    'Purchase.Items[0].PriceId': trial.pricePlans[0].id,
    'Purchase.Items[0].Quantity': '1',
  });
  expect(response.statusCode, response.body).toBe(303);
  const { rows } = await portal.database.pool.query(
    `select count(*)::int as count from licenses l join users u on u.account_id = l.account_id where u.email = $1`,
    [email],
  );
  expect(rows[0].count).toBe(1);
});
