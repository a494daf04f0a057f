import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { type FullPortal, startFullPortal } from '../../../test/full-portal.ts';
import {
  address,
  buyingForm,
  type Fields,
  freshVisitor,
  hostileTexts,
  newCard,
  newEmail,
  pageState,
  personFields,
  postForm,
  summarizeCustomer,
} from './sign-up.test-support.ts';

/** Forms with a purchase: the largest one, hostile addresses, and refusals at each step. */

let portal: FullPortal;
let browser: Browser;

beforeAll(async () => {
  portal = await startFullPortal({ mode: 'demo' });
});

beforeEach(async () => {
  browser = await freshVisitor(portal);
});

const preview = (more: object) =>
  browser.post('/SignUp?handler=PreviewPurchase', {
    productId: 'desktop',
    items: [{ subscriptionPlanId: 'desktop-basic', priceId: 'desktop-basic-monthly', quantity: 2 }],
    shippingDetails: address,
    paymentMethodId: 'pm_card_visa',
    ...more,
  });

const findCustomer = async (email: string) => (await portal.stripe.customers.list({ email })).data[0];

test('accepts the largest possible form and stores all of it', async () => {
  const email = `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(57)}.example`;
  expect(email.length).toBeLessThanOrEqual(254);
  const person = {
    organization: 'Ô'.repeat(200),
    firstName: '名'.repeat(100),
    lastName: 'Ñ'.repeat(100),
    phone: '5'.repeat(50),
    comments: '🏨'.repeat(1_000),
    orderNumber: '№'.repeat(100),
    country: 'CA',
    province: 'QC',
    industry: 'other',
    otherIndustry: 'é'.repeat(100),
    password: `Granite-Lantern-58-${'Orbit'.repeat(16)}x`,
  };
  const place = {
    name: 'Ü'.repeat(200),
    address: {
      line1: 'ß'.repeat(200),
      line2: 'ø'.repeat(200),
      city: 'ç'.repeat(100),
      state: 'ñ'.repeat(100),
      postalCode: '9'.repeat(20),
      country: 'MX',
    },
  };
  const items = [
    { subscriptionPlanId: 'desktop-pro', priceId: 'desktop-pro-monthly', quantity: 100 },
    { subscriptionPlanId: 'desktop-pro', priceId: 'desktop-pro-extra', quantity: 900 },
  ];
  const addons = { 'forensics-monthly': 100 };
  const quoted = await preview({ items, addons, coupon: 'half', shippingDetails: place });
  expect(quoted.statusCode, quoted.body).toBe(200);
  const form: Fields = {
    ...personFields,
    ...person,
    confirmPassword: person.password,
    email,
    ...Object.fromEntries(
      items.flatMap(({ subscriptionPlanId, priceId, quantity }, index) => [
        [`Purchase.Items[${index}].SubscriptionPlanId`, subscriptionPlanId],
        [`Purchase.Items[${index}].PriceId`, priceId],
        [`Purchase.Items[${index}].Quantity`, String(quantity)],
      ]),
    ),
    'Purchase.Addons[forensics-monthly]': '100',
    'Purchase.Coupon': 'half',
    'Purchase.PaymentMethodId': await newCard(portal, browser),
    'Purchase.TaxTransactionId': quoted.json().TaxTransactionId,
    'Purchase.ShippingDetails.Name': place.name,
    'Purchase.ShippingDetails.Address.Line1': place.address.line1,
    'Purchase.ShippingDetails.Address.Line2': place.address.line2,
    'Purchase.ShippingDetails.Address.City': place.address.city,
    'Purchase.ShippingDetails.Address.PostalCode': place.address.postalCode,
    'Purchase.ShippingDetails.Address.State': place.address.state,
    'Purchase.ShippingDetails.Address.Country': place.address.country,
  };
  const response = await postForm(browser, form);
  expect(response.statusCode, response.body).toBe(303);
  const { rows } = await portal.database.pool.query(
    `select a.name as organization, u.first_name as "firstName", u.last_name as "lastName", u.phone, u.comments,
            d.country, d.province, d.industry, d.other_industry as "otherIndustry", d.order_number as "orderNumber"
     from users u join accounts a on a.id = u.account_id join registration_details d on d.account_id = a.id where u.email = $1`,
    [email],
  );
  const { password: _password, ...kept } = person;
  expect(rows).toEqual([kept]);
  const customer = await findCustomer(email);
  // Invoices are addressed to the business name typed with the address.
  expect(customer).toMatchObject({ name: place.name, shipping: { name: place.name } });
  expect(customer?.shipping?.address).toMatchObject({ line1: place.address.line1, city: place.address.city });
  expect(await summarizeCustomer(portal, email)).toMatchObject({ accounts: 1, licenses: 1, running: ['active'] });
});

describe.each([
  ['Name', 'name'],
  ['Address.Line1', 'line1'],
  ['Address.Line2', 'line2'],
  ['Address.City', 'city'],
  ['Address.PostalCode', 'postalCode'],
  ['Address.State', 'state'],
  ['Address.Country', 'country'],
])('the address field %s', (field, part) => {
  test.each(hostileTexts)('is stored exactly or rejected at its group: %s', async (_name, value) => {
    const shippingDetails =
      part === 'name' ? { ...address, name: value } : { ...address, address: { ...address.address, [part]: value } };
    const quoted = await preview({ shippingDetails });
    const email = newEmail();
    const form = {
      ...(await buyingForm(portal, browser, email)),
      [`Purchase.ShippingDetails.${field}`]: value,
      ...(quoted.statusCode === 200 && { 'Purchase.TaxTransactionId': quoted.json().TaxTransactionId }),
    };
    const response = await postForm(browser, form);
    if (response.statusCode === 303) {
      const customer = await findCustomer(email);
      const kept: Record<string, string | null | undefined> = {
        name: customer?.shipping?.name,
        line1: customer?.shipping?.address?.line1,
        line2: customer?.shipping?.address?.line2,
        city: customer?.shipping?.address?.city,
        postalCode: customer?.shipping?.address?.postal_code,
        state: customer?.shipping?.address?.state,
      };
      expect(kept[part] ?? '').toBe(value.trim());
      return;
    }
    expect(quoted.statusCode, quoted.body).toBe(422);
    expect(response.statusCode, response.body).toBe(422);
    expect(Object.keys(pageState(response).modelState)).toEqual(['Purchase.ShippingDetails']);
    expect(response.body).not.toContain('<img');
    expect(await summarizeCustomer(portal, email)).toMatchObject({ accounts: 0, customers: 0 });
  });
});

test('rejects each step’s error under its name, keeps the other values, and accepts the corrected form', async () => {
  const email = newEmail();
  const good = await buyingForm(portal, browser, email);
  const wrong: readonly (readonly [group: string, fields: Fields])[] = [
    ['Purchase.Items', { 'Purchase.Items[0].PriceId': 'desktop-gone' }],
    ['Purchase.Items', { 'Purchase.Items[0].Quantity': '11' }],
    ['Purchase.Addons', { 'Purchase.Addons[forensics-gone]': '1' }],
    ['Purchase.Addons', { 'Purchase.Addons[forensics-monthly]': '10001' }],
    ['Purchase.Coupon', { 'Purchase.Coupon': 'NOTHING' }],
    ['Purchase.ShippingDetails', { 'Purchase.ShippingDetails.Address.City': '' }],
    ['Purchase.PaymentMethodId', { 'Purchase.PaymentMethodId': '' }],
    ['Purchase.PaymentMethodId', { 'Purchase.PaymentMethodId': 'pm_1Nobody' }],
    ['Purchase.TaxTransactionId', { 'Purchase.TaxTransactionId': 'quote_gone' }],
  ];
  for (const [group, fields] of wrong) {
    await portal.database.pool.query('delete from rate_limits');
    const response = await postForm(browser, { ...good, ...fields });
    const name = JSON.stringify(fields);
    expect([402, 404, 409, 422], name).toContain(response.statusCode);
    const { modelState, attemptedValues } = pageState(response);
    // A changed price is reported first if the selection itself is sold.
    const names = Object.keys(modelState);
    expect([[group], ['Purchase.TaxTransactionId']], name).toContainEqual(names);
    expect(modelState[names[0] ?? '']?.[0]?.length, name).toBeGreaterThan(3);
    expect(attemptedValues, name).toMatchObject({ email, organization: 'Stone Hotels', ...withoutCard(fields) });
  }
  const mended = await postForm(browser, good);
  expect(mended.statusCode, mended.body).toBe(303);
  expect(await summarizeCustomer(portal, email)).toMatchObject({ accounts: 1, paid: [4_000] });
});

/** The fields that a response may repeat. */
function withoutCard(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([name]) => /^Purchase\.(Items|Addons|Coupon|ShippingDetails)/.test(name)),
  );
}

test('accepts a free plan without a card or an address', async () => {
  const email = newEmail();
  const form = {
    ...personFields,
    email,
    'Purchase.Items[0].SubscriptionPlanId': 'cloud-free',
    'Purchase.Items[0].PriceId': 'cloud-free-monthly',
    'Purchase.Items[0].Quantity': '1',
  };
  const response = await postForm(browser, form, '?product=cloud');
  expect(response.statusCode, response.body).toBe(303);
  expect(response.headers.location).toBe('/Confirmation?product=cloud');
  expect(await summarizeCustomer(portal, email)).toMatchObject({
    accounts: 1,
    subscriptions: 1,
    paid: [],
    running: ['active'],
  });
});
