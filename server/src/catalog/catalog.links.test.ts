import { expect, test } from 'vitest';
import { listLinkedOrigins, listSignOutProducts, listSwitcherProducts } from './catalog.links.ts';
import type { Product } from './catalog.types.ts';

const product = (id: string, rest: Partial<Product> = {}): [string, Product] => [
  id,
  {
    id,
    position: 0,
    name: { en: id, fr: `${id} français` },
    displayName: { en: `The ${id}` },
    description: { en: '' },
    url: `https://${id}.vendor.example/start`,
    urlCaption: null,
    logo64: null,
    displayType: 'OnlyUrl',
    licensingType: 'None',
    unit: null,
    countsDomains: false,
    graceDays: 7,
    offlineHours: 72,
    noticeDays: null,
    fingerprintMatches: 3,
    fingerprintParts: 5,
    version: null,
    subscriptionIsRequired: false,
    userSettingsUrl: null,
    cancellationOffers: [],
    sharesSignOut: false,
    disabled: false,
    featureScopes: [],
    createdAt: new Date(0),
    retired: false,
    plans: [],
    ...rest,
  },
];

const products = new Map([
  product('scan'),
  product('same', { url: 'https://scan.vendor.example/other' }),
  product('disabled', { disabled: true }),
  product('retired', { retired: true }),
  product('nowhere', { url: null }),
  product('broken', { url: 'not an address' }),
]);

test('return URLs may lead only to the origins of products on offer', () => {
  expect(listLinkedOrigins(products)).toEqual(['https://scan.vendor.example']);
});

test('the switcher names every product that is not retired, and marks disabled ones', () => {
  expect(listSwitcherProducts(products, 'fr').map(({ id, isDisabled }) => [id, isDisabled])).toEqual([
    ['scan', false],
    ['same', false],
    ['disabled', true],
    ['nowhere', false],
    ['broken', false],
  ]);
  expect(listSwitcherProducts(products, 'fr')[0]).toEqual({
    id: 'scan',
    name: 'scan français',
    displayName: 'The scan',
    url: 'https://scan.vendor.example/start',
    isDisabled: false,
  });
});

test('signing out includes the products that take part in it and are on offer', () => {
  const shared = new Map(
    [...products].map(([id, one]): [string, Product] => [id, { ...one, sharesSignOut: id !== 'same' }]),
  );
  expect(listSignOutProducts(shared, 'fr')).toEqual([
    { id: 'scan', name: 'The scan', url: 'https://scan.vendor.example/start' },
  ]);
});
