import { beforeEach, describe, expect, it, vi } from 'vitest';
import { describeProblem } from '../../../lib/problem.ts';
import { makeAddon, makePlan, makePricePlan } from '../../../test/plans.ts';
import { answer } from '../../../test/render.tsx';
import { emptyDetails } from '../../sign-up/model/details.ts';
import { type Visitor, visitorCalls } from './visitor-calls.ts';

const plan = makePlan({ pricePlans: [makePricePlan({ addons: [makeAddon()] })] });
const visitor: Visitor = {
  companyId: 2,
  productId: 'veriscan',
  plan,
  details: { ...emptyDetails, email: ' avery@harbor.example ', organization: 'Harbor', country: 'CA', province: 'QC' },
  captcha: { kind: 'none', key: null },
};
const items = [
  { subscriptionPlanId: 'pro', priceId: 'pro-month', quantity: 2 },
  { subscriptionPlanId: 'pro', priceId: 'reader-month', quantity: 3 },
];
const coupon = { Id: 'WELCOME', Name: 'Welcome', PercentOff: 10, AmountOff: null, Created: '2026-01-01T00:00:00.000Z' };
const none = new AbortController().signal;

const asked: { url: URL; body: unknown }[] = [];
function serve(...answers: Response[]) {
  asked.length = 0;
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string, { body }: RequestInit = {}) => {
      asked.push({ url: new URL(url, location.origin), body: body ? JSON.parse(String(body)) : undefined });
      return answers.shift() ?? answer(500, {});
    }),
  );
}
const query = (index = 0) => Object.fromEntries(asked[index]?.url.searchParams ?? []);

beforeEach(() => serve());

describe("the visitor's calls", () => {
  it('calculate totals before tax, with add-ons, from the catalog without a request', async () => {
    const { totals, estimate } = visitorCalls(visitor);
    expect(estimate).toBeNull();
    const { completePurchaseSubtotal, completePurchaseTotal } = await totals(
      { items, addons: { 'forensics-large': 2 } },
      none,
    );
    // 2 × 100.00, 3 × 5.00, 2 × 90.00
    expect(completePurchaseSubtotal.amount).toBe(39_500);
    expect(completePurchaseTotal).toMatchObject({ amount: 39_500, note: 'before tax' });
    expect(asked).toEqual([]);
  });

  it('subtract a checked coupon, and check an unchecked one once', async () => {
    serve(answer(200, coupon));
    const { totals, applyCoupon } = visitorCalls(visitor);
    const selection = { items, coupon: 'WELCOME' };
    expect((await totals(selection, none)).customizePurchaseTotal.amount).toBe(19_350);
    expect(query()).toEqual({
      handler: 'CheckCoupon',
      email: 'avery@harbor.example',
      coupon: 'WELCOME',
      product: 'veriscan',
    });
    expect((await totals(selection, none)).completePurchaseTotal.amount).toBe(19_350);
    expect(asked).toHaveLength(1);
    serve(answer(200, coupon));
    expect(await applyCoupon('WELCOME', { items })).toEqual(coupon);
  });
});

it("return the quote for a visitor's choices in the format of an account's quote", async () => {
  const invoice = { lines: [], subtotal: 1, discount: 0, totalExcludingTax: 1, taxAmounts: [], total: 1 };
  serve(
    answer(200, {
      RecurringInvoiceDetails: { ...invoice, total: 2 },
      SubscriptionUpdateInvoiceDetails: invoice,
      TaxTransactionId: 'quote_1',
      ExpiresAt: '2026-11-26T12:30:00.000Z',
      NextPaymentDate: null,
      RecurringCharges: [],
      Card: { brand: 'visa', last4: '4242' },
    }),
  );
  const { quote, cards } = visitorCalls(visitor);
  expect(await quote({ items, paymentMethodId: 'pm_1' })).toMatchObject({
    taxTransactionId: 'quote_1',
    recurringInvoiceDetails: { total: 2 },
    subscriptionUpdateInvoiceDetails: { total: 1 },
    current: null,
    waitsUntil: null,
  });
  expect(cards.get('pm_1')).toEqual({ brand: 'visa', last4: '4242' });
  expect(query()).toEqual({ handler: 'PreviewPurchase' });
  expect(asked[0]?.body).toEqual({
    items,
    paymentMethodId: 'pm_1',
    companyId: 2,
    productId: 'veriscan',
    email: 'avery@harbor.example',
  });
});

it("fill in the business address with the organization's details", async () => {
  const { findBusinessAddress } = visitorCalls(visitor);
  expect(await findBusinessAddress(none)).toMatchObject({ name: 'Harbor', address: { country: 'CA', state: 'QC' } });
});

it('report that the captcha failed, and send nothing else', async () => {
  const calls = visitorCalls({ ...visitor, captcha: { kind: 'altcha', key: null } });
  const wordsOf = (failing: Promise<unknown>) => failing.then(() => '', describeProblem);
  const away = () => answer(503, { code: 'Unavailable', message: 'Later', requestId: 'r' });
  serve(away(), away());
  const words = 'Recaptcha validation error. Please, reload the page.';
  expect(await wordsOf(calls.applyCoupon('WELCOME', { items }))).toBe(words);
  expect(await wordsOf(calls.quote({ items, paymentMethodId: 'pm_1' }))).toBe(words);
  expect(asked.map(({ url }) => url.pathname)).toEqual(['/api/SignUp/Challenge', '/api/SignUp/Challenge']);
});
