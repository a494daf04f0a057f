import { describe, expect, test } from 'vitest';
import type { Product, SoldPrice } from '../../catalog/index.ts';
import type { ChargeSchedule } from './charge-dates.ts';
import {
  type ChargedSubscription,
  freshResult,
  isPlainRenewal,
  listDueCharges,
  presentUpcoming,
  staleResult,
  type UpcomingCharges,
} from './upcoming.rules.ts';

const now = new Date('2026-11-22T12:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const preview = {
  lines: [
    {
      stripePriceId: 'price_team',
      description: 'Team',
      quantity: 2,
      unitAmount: 3000,
      amount: 6000,
      isProration: false,
    },
  ],
  subtotal: 6000,
  discount: 0,
  totalExcludingTax: 6000,
  taxes: [],
  total: 6000,
  amountDue: 6000,
  startingBalance: 0,
  discounts: [],
  charges: [{ from: '2026-12-01T00:00:00.000Z', until: null, total: 6000, discount: 0 }],
  chargedAt: '2026-12-01T00:00:00.000Z',
  periodStart: '2026-12-01T00:00:00.000Z',
  periodEnd: '2027-01-01T00:00:00.000Z',
} as object as UpcomingCharges;

describe('a stored preview', () => {
  test.each([
    ['is fresh within a minute', 59, [], true],
    ['is not fresh after a minute', 60, [], false],
    ['is not fresh if none is stored', null, [], false],
    ['is fresh if its subscription was stored before', 30, [ago(31), null], true],
    ['is not fresh if the subscription was stored later', 30, [ago(29), null], false],
    ['is not fresh if the customer was stored later', 30, [ago(31), ago(1)], false],
    ['is not fresh if the subscription was stored at the same time', 30, [ago(30)], false],
  ])('%s', (_, age, changed, isFresh) => {
    const askedAt = age === null ? null : ago(age);
    expect(freshResult({ preview, askedAt, now }, changed)).toEqual(
      isFresh ? { preview, stale: false, isEstimate: false, askedAt } : null,
    );
  });

  test.each([
    [86_399, true],
    [86_400, false],
    [null, false],
  ])('can replace Stripe’s answer after %s seconds: %s', (age, isShown) => {
    const askedAt = age === null ? null : ago(age);
    expect(staleResult({ preview, askedAt, now })).toEqual(
      isShown ? { preview, stale: true, isEstimate: false, askedAt } : null,
    );
  });
});

describe('the balance of a customer', () => {
  const schedule = (first: string, interval: ChargeSchedule['interval']): ChargeSchedule => ({
    first: new Date(first),
    anchor: new Date(first),
    interval,
    intervalCount: 1,
  });
  const charged = (first: string, interval: ChargeSchedule['interval'], total: number): ChargedSubscription => ({
    schedule: schedule(first, interval),
    first: total,
    charges: [{ from: new Date(first).toISOString(), until: null, total, discount: 0 }],
  });
  const monthly = charged('2026-12-01', 'Month', 6000);
  const yearly = charged('2027-02-15', 'Year', 60_000);
  const due = (subject: ChargedSubscription, balance: number, all = [monthly, yearly]) =>
    listDueCharges(subject, all, balance).map(({ amountDue }) => amountDue);

  test.each([
    ['is 0', 0, [6000, 6000, 6000, 6000]],
    ['is used by the first charge', -2000, [4000, 6000, 6000, 6000]],
    ['is used by the charges after it', -7000, [0, 5000, 6000, 6000]],
    ['is used by another subscription between two charges', -80_000, [0, 0, 0, 4000]],
    ['is charged with the first charge', 500, [6500, 6000, 6000, 6000]],
    ['is not charged while it is too small', -5960, [0, 6040, 6000, 6000]],
  ])('%s: %i cents', (_, balance, amounts) => {
    expect(due(monthly, balance)).toEqual(amounts);
  });

  test('is used by all earlier charges, not only by the first one of each subscription', () => {
    // Three monthly charges precede the yearly one.
    expect(due(yearly, -20_000)[0]).toBe(58_000);
    expect(due(yearly, -12_000)[0]).toBe(60_000);
  });

  test('is increased by a negative charge', () => {
    expect(due(yearly, 0, [{ ...monthly, first: -9000 }, yearly])[0]).toBe(60_000);
    expect(due(yearly, 0, [{ ...monthly, first: -20_000 }, yearly])[0]).toBe(52_000);
  });

  test('is used in the order of the list by simultaneous charges', () => {
    const same = charged('2026-12-01', 'Month', 1000);
    expect(due(monthly, -6000, [same, monthly])[0]).toBe(1000);
    expect(due(monthly, -6000, [monthly, same])[0]).toBe(0);
  });
});

test('a renewal is plain if it only charges an interval', () => {
  const [line] = preview.lines;
  if (!line) throw new Error('the preview has no line');
  expect(isPlainRenewal(preview)).toBe(true);
  expect(isPlainRenewal({ ...preview, lines: [line, { ...line, isProration: true }] })).toBe(false);
  expect(isPlainRenewal({ ...preview, lines: [line, { ...line, stripePriceId: undefined }] })).toBe(false);
});

describe('an upcoming invoice', () => {
  const cloud = {
    displayName: { en: 'Cloud', fr: 'Nuage' },
    plans: [{ id: 'cloud-team', name: { en: 'Team', fr: 'Équipe' } }],
  } as object as Product;
  const products = new Map([['cloud', cloud]]);
  const renewing = {
    id: 7,
    stripeSubscriptionId: 'sub_1',
    productId: 'cloud',
    planId: 'cloud-team',
    currency: 'usd',
    amount: 6000,
    interval: 'Month' as const,
    intervalCount: 1,
    expiresAt: new Date('2026-12-01'),
    periodStartedAt: null,
    items: [],
    stripeScheduleId: null,
    billingAnchor: null,
    syncedAt: null,
  };
  const answer = { preview, stale: true, isEstimate: false, askedAt: ago(600) };
  const sold = { kind: 'base', productId: 'cloud', plan: cloud.plans[0], addon: null, caption: { en: 'Monthly' } };
  const due = ['2026-12-01', '2027-01-01'].map((at, index) => ({
    at: new Date(at),
    total: 6000,
    balanceBefore: index === 0 ? -7000 : -1000,
    amountDue: index === 0 ? 0 : 5000,
  }));
  const show = (
    products: ReadonlyMap<string, Product>,
    prices = new Map([['price_team', sold as object as SoldPrice]]),
  ) => presentUpcoming({ renewing, preview, due, answer }, { products, prices, coupons: new Map(), locale: 'fr' });

  test('is shown with the catalog’s names in the user’s language', () => {
    expect(show(products)).toMatchObject({
      subscriptionId: 7,
      productName: 'Nuage',
      subscriptionPlanName: 'Équipe',
      lines: [{ description: 'Nuage – Équipe, Monthly', name: 'Équipe', kind: 'base', quantity: 2, amount: 6000 }],
      total: 6000,
      amountDue: 0,
      creditBefore: 7000,
      creditAfter: 1000,
      currency: 'usd',
      created: preview.chargedAt,
      recurringCharges: preview.charges,
      following: [{ created: '2027-01-01T00:00:00.000Z', total: 6000, amountDue: 5000 }],
      stale: true,
      asOf: ago(600).toISOString(),
    });
  });

  test('is shown with ids if the catalog no longer has its product', () => {
    expect(show(new Map(), new Map())).toMatchObject({
      productName: 'cloud',
      subscriptionPlanName: 'cloud-team',
      lines: [{ description: 'Team', name: 'Team', kind: 'other' }],
    });
  });
});
