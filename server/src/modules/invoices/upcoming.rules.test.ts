import { describe, expect, test } from 'vitest';
import type { UpcomingPreview } from '../../stripe/index.ts';
import type { Product, SoldPrice } from '../catalog/index.ts';
import { afterRenewals, captionsOf, costOf, freshAnswer, presentUpcoming, staleAnswer } from './upcoming.rules.ts';

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
  chargedAt: '2026-12-01T00:00:00.000Z',
  periodStart: '2026-12-01T00:00:00.000Z',
  periodEnd: '2027-01-01T00:00:00.000Z',
} as object as UpcomingPreview;

describe('a kept answer', () => {
  test.each([
    ['is fresh within a minute', 59, [], true],
    ['is not fresh after a minute', 60, [], false],
    ['is not fresh where none was kept', null, [], false],
    ['is fresh where what it is about was read before', 30, [ago(31), null], true],
    ['is not fresh where the subscription was read since', 30, [ago(29), null], false],
    ['is not fresh where the customer was read since', 30, [ago(31), ago(1)], false],
    ['is not fresh where both were at the same moment', 30, [ago(30)], false],
  ])('%s', (_, age, changed, isFresh) => {
    const askedAt = age === null ? null : ago(age);
    expect(freshAnswer({ preview, askedAt, now }, changed)).toEqual(
      isFresh ? { preview, stale: false, askedAt } : null,
    );
  });

  test.each([
    [86_399, true],
    [86_400, false],
    [null, false],
  ])('of %s seconds may stand in for Stripe: %s', (age, isShown) => {
    const askedAt = age === null ? null : ago(age);
    expect(staleAnswer({ preview, askedAt, now })).toEqual(isShown ? { preview, stale: true, askedAt } : null);
  });
});

describe('the balance of a customer', () => {
  test.each([
    ['is nothing', 0, 0, 6000],
    ['is used by the first renewal', -2000, 0, 4000],
    ['pays for all of the first renewal', -7000, 0, 0],
    ['goes on where the renewals before left some', -7000, 6000, 5000],
    ['is used up by the renewals before', -7000, 60_000, 6000],
    ['is owed with the first renewal', 500, 0, 6500],
    ['is owed once', 500, 6000, 6000],
  ])('%s: %i cents, after renewals of %i', (_, startingBalance, before, amountDue) => {
    const asReckoned = { ...preview, startingBalance, amountDue: Math.max(0, 6000 + startingBalance) };
    expect(afterRenewals(asReckoned, before).amountDue).toBe(amountDue);
  });

  test('is used by renewals at what Stripe reckoned, else at their price', () => {
    expect(
      costOf([
        { amount: 100, preview },
        { amount: 100, preview: null },
      ]),
    ).toBe(6100);
    expect(costOf([])).toBe(0);
  });
});

describe('a coming invoice', () => {
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
    syncedAt: null,
  };
  const answer = { preview, stale: true, askedAt: ago(600) };
  const show = (known: ReadonlyMap<string, Product>, captions = new Map([['price_team', 'Nuage – Équipe']])) =>
    presentUpcoming(renewing, preview, answer, { products: known, captions, locale: 'fr' });

  test('is shown in the words of the catalog and the language of the user', () => {
    expect(show(products)).toMatchObject({
      subscriptionId: 7,
      productName: 'Nuage',
      subscriptionPlanName: 'Équipe',
      lines: [{ description: 'Nuage – Équipe', quantity: 2, unitPrice: 3000, amount: 6000 }],
      total: 6000,
      currency: 'usd',
      created: preview.chargedAt,
      stale: true,
      asOf: ago(600).toISOString(),
    });
  });

  test('is shown by ids where the catalog does not know its product any more', () => {
    expect(show(new Map(), new Map())).toMatchObject({
      productName: 'cloud',
      subscriptionPlanName: 'cloud-team',
      lines: [{ description: 'Team' }],
    });
  });

  test('names the product with the price of a plan only', () => {
    const price = (kind: string) =>
      ({ kind, productId: 'cloud', caption: { en: 'x', fr: 'x' } }) as object as SoldPrice;
    const captions = captionsOf(
      new Map([
        ['base', price('base')],
        ['addon', price('addon')],
      ]),
      products,
      'fr',
    );
    expect(captions.get('base')).toMatch(/^Nuage – /);
    expect(captions.get('addon')).not.toMatch(/Nuage/);
  });
});
