import type { Application } from '@portico/contract';
import { describe, expect, test } from 'vitest';
import { makeApplication, makeHolding } from '../../test/applications.ts';
import { arrangeHome, type Charge, findDiscountEnd, findNextEvent, findTileState, recommendedProduct } from './home.ts';

const charge: Charge = {
  subscriptionId: 7,
  created: '2026-12-01T12:00:00Z',
  total: 63_200,
  amountDue: 42_869,
  creditBefore: 20_331,
  isEstimate: false,
  currency: 'usd',
  recurringCharges: [],
};
const held = (change: Parameters<typeof makeHolding>[0] = {}, more: Partial<Application> = {}) =>
  makeApplication({ isBought: true, holding: makeHolding(change), ...more });
const former = { planName: 'Basic', endedAt: '2026-02-27T12:00:00Z', isUnpaid: false };

describe('the home page', () => {
  test("separates the account's products from other ones, in order", () => {
    const products = [
      makeApplication({ id: 'a' }),
      held({}, { id: 'b' }),
      makeApplication({ id: 'c', displayType: 'OnlyUrl' }),
    ];
    const { own, others } = arrangeHome(products);
    expect(own.map(({ id }) => id)).toEqual(['b', 'c']);
    expect(others.map(({ id }) => id)).toEqual(['a']);
  });

  test('suggests the first product that can be bought online to a new account', () => {
    const products = [
      makeApplication({ id: 'manual', isAvailableOnline: false }),
      makeApplication({ id: 'disabled', isDisabled: true }),
      makeApplication({ id: 'first' }),
    ];
    expect(recommendedProduct(products)?.id).toBe('first');
  });

  test.each([
    ['has a product', [held(), makeApplication()]],
    ['had a product', [makeApplication({ former }), makeApplication()]],
    ['cannot buy anything online', [makeApplication({ isAvailableOnline: false })]],
  ])('suggests no product if the account %s', (_name, products) => {
    expect(recommendedProduct(products)).toBeUndefined();
  });
});

describe('the tag of a tile', () => {
  const cases: [string, Application, boolean, string | undefined, string | undefined][] = [
    ['nothing for a product that is not had', makeApplication(), false, undefined, undefined],
    ['the status', held(), false, 'Active', 'ok'],
    ['the status of a trial', held({ trial: true, statusTitle: 'Trial' }), false, 'Trial', 'accent'],
    ['the status of a first payment', held({ status: 2, statusTitle: 'Pending' }), false, 'Pending', 'warning'],
    [
      'past due before canceled',
      held({ status: 3, statusTitle: 'Past due', cancelAt: '2026-12-19T12:00:00Z' }),
      false,
      'Past due',
      'bad',
    ],
    [
      'a failed payment before canceled',
      held({ cancelAt: '2026-12-19T12:00:00Z' }, { paymentMethodError: 'x' }),
      false,
      'paymentFailed',
      'bad',
    ],
    ['canceled', held({ cancelAt: '2026-12-19T12:00:00Z' }), false, 'canceled', 'warning'],
    ['a pending operation', held(), true, 'confirming', 'accent'],
    ['disabled before everything', held({}, { isDisabled: true }), true, 'disabled', 'neutral'],
    [
      'an unpaid subscription that has ended',
      makeApplication({ former: { ...former, isUnpaid: true }, subscriptionError: 'x' }),
      false,
      'unpaid',
      'bad',
    ],
  ];
  test.each(cases)('returns %s', (_name, product, isUnsettled, words, tone) => {
    const state = findTileState(product, isUnsettled);
    expect(state?.kind === 'status' ? state.title : state?.kind).toBe(words);
    expect(state?.tone).toBe(tone);
  });
});

describe('the next event of a product', () => {
  const owed = { amount: 4793, currency: 'usd', worksUntil: null };
  test.each([
    ['nothing if the account does not have the product', makeApplication(), {}, null],
    ['its renewal with the charge', held(), { charge }, { kind: 'renews', at: charge.created, charge }],
    [
      'its renewal while the charge is unknown',
      held(),
      {},
      { kind: 'renews', at: '2026-12-01T12:00:00Z', charge: null },
    ],
    ['nothing if it never ends and is not charged', held({ expirationDate: null }), {}, null],
    ['its end', held({ cancelAt: '2026-12-19T12:00:00Z' }), { charge }, { kind: 'ends', at: '2026-12-19T12:00:00Z' }],
    ['what is owed before its end', held({ cancelAt: '2026-12-19T12:00:00Z' }), { owed }, { kind: 'owed', owed }],
    ['the end of a trial', held({ trial: true }), {}, { kind: 'trialEnds', at: '2026-12-01T12:00:00Z', charge: null }],
    ['the first payment that it waits for', held({ status: 2 }), {}, { kind: 'firstPayment' }],
  ] as const)('returns %s', (_name, product, facts, renewal) => {
    expect(findNextEvent(product, facts)).toEqual(renewal);
  });
});

describe('the end of a discount', () => {
  const from = (total: number, until: string | null) => ({ from: '2026-12-01T12:00:00Z', until, total, discount: 0 });

  test('returns the amounts before and after it, and the day', () => {
    const recurringCharges = [from(26_398, '2027-02-22T12:00:00Z'), from(32_998, null)];
    expect(findDiscountEnd({ ...charge, recurringCharges })).toEqual({
      before: 26_398,
      until: '2027-02-22T12:00:00Z',
      after: 32_998,
      currency: 'usd',
    });
  });

  test.each([
    ['no charge', []],
    ['one amount', [from(26_398, null)]],
    ['the same amount again', [from(26_398, '2027-02-22T12:00:00Z'), from(26_398, null)]],
  ])('returns nothing for %s', (_name, recurringCharges) => {
    expect(findDiscountEnd({ ...charge, recurringCharges })).toBeNull();
  });
});
