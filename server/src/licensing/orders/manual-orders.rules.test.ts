import type { ManualOrderDetails } from '@portico/contract';
import { describe, expect, test } from 'vitest';
import type { Product } from '../../catalog/index.ts';
import { findChangeRefusal, findProblems, isReservedNumber, productCurrency } from './manual-orders.rules.ts';

const now = new Date('2027-05-01T12:00:00Z');
const earlier = new Date('2027-04-30T12:00:00Z');
const product = {
  id: 'desktop',
  licensingType: 'HostLocked',
  retired: false,
  plans: [
    { id: 'basic', retired: false, pricePlans: [] },
    { id: 'old', retired: true, pricePlans: [{ currency: 'cad' }] },
  ],
} as unknown as Product;
const details: ManualOrderDetails = {
  productId: 'desktop',
  planId: 'basic',
  version: '',
  quantity: 5,
  domains: null,
  price: 90_000,
  number: '',
  expirationDate: null,
  note: '',
};
const draft = { status: 0, paymentStatus: 0, expiresAt: null } as const;
const before = { ...draft, number: 'OR-10001', price: 90_000, productId: 'desktop', planId: 'basic' };

describe('a change of a manual order', () => {
  test.each([
    ['a draft', draft, 'activate', null],
    ['a draft', draft, 'markPaid', null],
    ['a draft', draft, 'cancel', null],
    ['an expired draft', { ...draft, expiresAt: now }, 'activate', 'order.expired'],
    ['an active order', { ...draft, status: 1 }, 'activate', 'order.notDraft'],
    ['an active order', { ...draft, status: 1 }, 'save', null],
    ['an expired active order', { ...draft, status: 1, expiresAt: earlier }, 'save', null],
    ['an active order', { ...draft, status: 1 }, 'cancel', null],
    ['a paid order', { ...draft, status: 1, paymentStatus: 1 }, 'markPaid', 'order.alreadyPaid'],
    ['a canceled order', { ...draft, status: 2 }, 'save', 'order.canceled'],
    ['a canceled order', { ...draft, status: 2 }, 'activate', 'order.canceled'],
    ['a canceled order', { ...draft, status: 2 }, 'markPaid', 'order.canceled'],
    ['a canceled order', { ...draft, status: 2 }, 'cancel', 'order.canceled'],
  ] as const)('returns for %s %o and %s: %s', (_what, order, change, expected) => {
    expect(findChangeRefusal(order, change, now)).toBe(expected);
  });
});

describe('the details of a manual order', () => {
  const fields = (
    change: Partial<ManualOrderDetails>,
    was?: typeof before | object,
    of: Product | undefined = product,
  ) => Object.keys(findProblems({ ...details, ...change }, of, was && { ...before, ...was }, now));

  test('are accepted for a licensed product', () => {
    expect(fields({})).toEqual([]);
    expect(fields({ expirationDate: '2027-05-01T12:00:00.001Z', number: 'PO 77-1' })).toEqual([]);
  });

  test.each([
    ['productId', {}, { ...product, licensingType: 'None' }],
    ['productId', {}, { ...product, retired: true }],
    ['planId', { planId: 'none' }, product],
    ['planId', { planId: 'old' }, product],
    ['number', { number: 'or-77' }, product],
    ['expirationDate', { expirationDate: now.toISOString() }, product],
  ] as const)('are refused at %s: %o', (field, change, of) => {
    expect(fields(change, undefined, of as Product)).toEqual([field]);
  });

  test('are refused at an unknown product', () => {
    expect(Object.keys(findProblems(details, undefined, undefined, now))).toEqual(['productId']);
  });

  test('may stay unchanged, even if they would be refused for a new order', () => {
    const was = { planId: 'old', expiresAt: earlier, status: 1 as const };
    const same = { planId: 'old', expirationDate: earlier.toISOString(), number: 'OR-10001' };
    expect(fields(same, was, { ...product, retired: true })).toEqual([]);
  });

  test.each([
    ['a draft', {}, []],
    ['an active order', { status: 1 }, ['planId', 'number']],
    ['a paid draft', { paymentStatus: 1 }, ['price']],
    ['a paid active order', { status: 1, paymentStatus: 1 }, ['planId', 'number', 'price']],
  ])('of %s %o can change except for %o', (_what, was, expected) => {
    const plans = [...product.plans, { ...product.plans[0], id: 'pro' }] as Product['plans'];
    const change = { planId: 'pro', number: 'PO-1', price: 1, quantity: 9, version: '6.1', domains: 3, note: 'x' };
    expect(fields(change, was, { ...product, plans })).toEqual(expected);
  });
});

test.each([
  ['OR-1', true],
  ['or-10001', true],
  ['OR-', false],
  ['OR-12a', false],
  ['XOR-12', false],
  ['', false],
])('returns whether the number %s is reserved: %s', (number, expected) => {
  expect(isReservedNumber(number)).toBe(expected);
});

test('returns the currency of the product’s prices', () => {
  expect(productCurrency(product)).toBe('cad');
  expect(productCurrency({ plans: [] })).toBe('usd');
});
