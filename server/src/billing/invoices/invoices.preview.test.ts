import { describe, expect, test } from 'vitest';
import type { SoldPrice } from '../../catalog/index.ts';
import { describeInvoice, type PreviewNames, presentPreview } from './invoices.preview.ts';

const preview = {
  lines: [],
  subtotal: 3000,
  discount: 0,
  totalExcludingTax: 3000,
  taxes: [
    { amount: 150, rate: { name: 'GST', percentage: 5 } },
    { amount: 299, rate: { name: 'QST', percentage: 9.975 } },
    { amount: 20, rate: { name: 'Sales Tax', percentage: 0.5 } },
  ],
  total: 3469,
  amountDue: 3469,
  startingBalance: 0,
  customerTaxExempt: 'none',
  discountIds: [],
  discounts: [],
};
const names = (locale: 'en' | 'fr'): PreviewNames => ({
  products: new Map(),
  prices: new Map(),
  coupons: new Map([['co_1', { code: 'WELCOME20', name: { en: 'Welcome', fr: 'Bienvenue' } }]]),
  locale,
});

test.each([
  ['en', ['GST (5%)', 'QST (9.975%)', 'Sales Tax (0.5%)']],
  ['fr', ['TPS (5 %)', 'TVQ (9,975 %)', 'Taxe de vente (0,5 %)']],
] as const)('shows each tax under its official name in the reader’s language: %s', (locale, expected) => {
  const { taxAmounts } = presentPreview(preview, names(locale), null);
  expect(taxAmounts.map(({ description }) => description.replace(/\s/g, ' '))).toEqual(expected);
});

describe('the credit of a customer', () => {
  test.each([
    ['is 0 without a balance', 0, 3469, 0, 0],
    ['pays a part of an invoice', -1000, 3469, 1000, 0],
    ['pays an invoice and keeps the rest', -5000, 3469, 5000, 1531],
    ['grows with a negative invoice', -1000, -2000, 1000, 3000],
    ['is the rest of a negative invoice after a debt', 500, -2000, 0, 1500],
    ['is 0 while there is a debt', 500, 3469, 0, 0],
  ])('%s', (_, startingBalance, total, creditBefore, creditAfter) => {
    const shown = presentPreview({ ...preview, startingBalance, total }, names('en'), null);
    expect(shown).toMatchObject({ creditBefore, creditAfter });
  });
});

test.each([
  ['is 0 if all of it is charged', 0, 3469, 3469, 0],
  ['is 0 if the credit pays it', -5000, 3469, 0, 0],
  ['is an amount that is too small to be charged', 0, 49, 0, 49],
  ['is the small rest after the credit', -3460, 3469, 0, 9],
  ['grows with a debt that was carried over before', 5, 20, 0, 25],
  ['is 0 once the debt is charged with it', 40, 20, 60, 0],
])('the amount carried over to the next invoice %s', (_, startingBalance, total, amountDue, expected) => {
  const shown = presentPreview({ ...preview, startingBalance, total, amountDue }, names('en'), null);
  expect(shown.carriedOver).toBe(expected);
});

describe('a discount', () => {
  const discount = {
    id: 'di_1',
    amount: 600,
    couponId: 'co_1',
    couponName: 'Welcome at Stripe',
    promotionCodeId: 'promo_1',
    isOnce: false,
    start: '2026-11-22T00:00:00.000Z',
    end: '2027-02-22T00:00:00.000Z',
  };
  const shown = (...discounts: (typeof discount)[]) =>
    presentPreview({ ...preview, discounts }, names('fr'), '2026-12-22T00:00:00.000Z').discounts;

  test('is shown with its name, code and end', () => {
    expect(shown(discount)).toEqual([
      { name: 'Bienvenue', code: 'WELCOME20', amount: 600, until: '2027-02-22T00:00:00.000Z' },
    ]);
  });

  test('that applies once ends with the next charge', () => {
    expect(shown({ ...discount, isOnce: true, end: null as never })).toMatchObject([
      { until: '2026-12-22T00:00:00.000Z' },
    ]);
  });

  test('that the vendor gave has no code, and has Stripe’s name if it is missing from the catalog', () => {
    expect(shown({ ...discount, couponId: 'co_2', promotionCodeId: null as never })).toMatchObject([
      { name: 'Welcome at Stripe', code: null },
    ]);
  });

  test('of 0 is not shown', () => {
    expect(shown({ ...discount, amount: 0 })).toEqual([]);
  });
});

test('a line shows its product and whether it is for part of a period', () => {
  const plan = { name: { en: 'Team', fr: 'Équipe' } };
  const caption = { en: 'Monthly', fr: 'Mensuel' };
  const prices = new Map([
    ['price_base', { kind: 'base', productId: 'cloud', plan, addon: null, caption } as object as SoldPrice],
    [
      'price_guest',
      { kind: 'additional', productId: 'cloud', plan, addon: null, caption: { en: 'Guest' } } as object as SoldPrice,
    ],
  ]);
  const products = new Map([['cloud', { displayName: { en: 'Cloud', fr: 'Nuage' } } as never]]);
  const amounts = { quantity: 2, unitAmount: 3000, net: 0, tax: 0, taxes: 0, total: 0, credited: undefined };
  const lines = [
    { ...amounts, stripePriceId: 'price_base', description: 'x', amount: 6000, isProration: false },
    { ...amounts, stripePriceId: 'price_base', description: 'x', amount: -500, isProration: true },
    { ...amounts, stripePriceId: 'price_guest', description: 'x', amount: 500, isProration: true },
    { ...amounts, stripePriceId: undefined, description: 'Setup', amount: 100, isProration: false },
  ];
  const shown = presentPreview({ ...preview, lines }, { ...names('fr'), prices, products }, null).lines;
  expect(shown.map(({ description, name, kind, isProration }) => [description, name, kind, isProration])).toEqual([
    ['Nuage – Équipe, Mensuel', 'Équipe', 'base', false],
    ['Temps non utilisé\u00a0: Nuage – Équipe, Mensuel', 'Équipe', 'base', true],
    ['Temps restant\u00a0: Guest', 'Guest', 'additional', true],
    ['Setup', 'Setup', 'other', false],
  ]);
});

test('an invoice is described by its first line, or by its change', () => {
  const price = {
    kind: 'base',
    productId: 'cloud',
    plan: null,
    addon: null,
    caption: { en: 'Monthly', fr: 'Mensuel' },
  };
  const prices = new Map([['price_base', price as object as SoldPrice]]);
  const products = new Map([['cloud', { displayName: { en: 'Cloud', fr: 'Nuage' } } as never]]);
  const line = { stripePriceId: 'price_base', lineAmount: -500, isProration: true };
  const shown = (locale: 'en' | 'fr', of = line) => describeInvoice('x', of, { ...names(locale), prices, products });
  expect(shown('en', { ...line, lineAmount: 6000, isProration: false })).toBe('Cloud – Monthly');
  expect(shown('en')).toBe('Change of Cloud – Monthly');
  expect(shown('fr')).toBe('Modification\u00a0: Nuage – Mensuel');
  expect(shown('en', { ...line, stripePriceId: 'price_other' })).toBe('x');
});
