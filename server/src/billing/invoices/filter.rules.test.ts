import { describe, expect, test } from 'vitest';
import type { Product, SoldPrice } from '../../catalog/index.ts';
import { isFiltered, resolveFilter } from './filter.rules.ts';

const product = (id: string, en: string, fr: string) => ({ id, displayName: { en, fr } }) as unknown as Product;
const price = (stripePriceId: string, productId: string, en: string, fr: string) =>
  ({
    stripePriceId,
    productId,
    kind: 'additional',
    caption: { en, fr },
    plan: null,
    addon: null,
  }) as unknown as SoldPrice;

const products = new Map([
  ['cloud', product('cloud', 'Cloud', 'Nuage')],
  ['desktop', product('desktop', 'Desktop', 'Bureau')],
]);
const sold = [
  price('price_seat', 'cloud', 'Seats', 'Sièges'),
  price('price_old', 'cloud', 'Old seats', 'Anciens sièges'),
  price('price_device', 'desktop', 'Devices', 'Appareils'),
];
const prices = new Map(sold.map((one) => [one.stripePriceId, one]));
const words = (locale: 'en' | 'fr') => ({ products, prices, locale });

describe('a filter', () => {
  test.each([
    { text: 'a' },
    { status: 'void' as const },
    { productId: 'cloud' },
    { createdFrom: '2026-01-01T00:00:00Z' },
  ])('limits the list by %o', (filter) => expect(isFiltered(filter)).toBe(true));

  test('does not limit the list without a value', () => {
    expect(isFiltered({ text: undefined })).toBe(false);
    expect(resolveFilter({}, words('en'))).toEqual({});
  });

  test('finds all prices of a product, including replaced ones, and none of an unknown product', () => {
    expect(resolveFilter({ productId: 'cloud' }, words('en')).ofPrices).toEqual(['price_seat', 'price_old']);
    expect(resolveFilter({ productId: 'gone' }, words('en')).ofPrices).toEqual([]);
  });

  test.each([
    ['SEATS', 'en', ['price_seat', 'price_old']],
    ['siège', 'fr', ['price_seat', 'price_old']],
    ['SIÈGE', 'fr', ['price_seat', 'price_old']],
    ['siège', 'en', []],
    ['desk', 'en', ['price_device']],
    ['bureau', 'fr', ['price_device']],
    ['ACME-1', 'en', []],
  ] as const)('finds the prices whose words have “%s” (%s)', (text, locale, found) => {
    expect(resolveFilter({ text }, words(locale))).toEqual({ text, textPrices: found });
  });
});
