import { describe, expect, test, vi } from 'vitest';
import type { Preview, PreviewDiscount } from '../../core/stripe/index.ts';
import { type ChargeSchedule, chargeDate, firstChargeIndex } from './charge-dates.ts';
import { findRecurringCharges } from './recurring.rules.ts';

const monthly = (first: string, anchor: string | null = first): ChargeSchedule => ({
  first: new Date(first),
  anchor: anchor === null ? null : new Date(anchor),
  interval: 'Month',
  intervalCount: 1,
});
const days = (schedule: ChargeSchedule, count = 4) =>
  Array.from({ length: count }, (_, index) => chargeDate(schedule, index).toISOString().slice(0, 10));

describe('the dates of charges', () => {
  test.each([
    [
      'return to the anchor’s day after a short month',
      monthly('2027-02-28', '2026-12-31'),
      ['2027-02-28', '2027-03-31'],
    ],
    ['are counted from the charge itself without an anchor', monthly('2027-02-28', null), ['2027-02-28', '2027-03-28']],
    [
      'are counted from the charge itself where the anchor is another day',
      monthly('2027-02-10', '2026-12-31'),
      ['2027-02-10', '2027-03-10'],
    ],
    [
      'are every second year on February 29 or 28',
      { ...monthly('2028-02-29'), interval: 'Year' as const, intervalCount: 2 },
      ['2028-02-29', '2030-02-28'],
    ],
    [
      'are days apart',
      { ...monthly('2027-02-28'), interval: 'Day' as const, intervalCount: 30 },
      ['2027-02-28', '2027-03-30'],
    ],
  ])('%s', (_, schedule, expected) => {
    expect(days(schedule, 2)).toEqual(expected);
  });

  test.each([
    ['2026-11-30T23:59:59Z', 0],
    ['2026-12-01T00:00:00Z', 0],
    ['2026-12-01T00:00:01Z', 1],
    ['2027-12-01T00:00:00Z', 12],
  ])('have their first charge at or after %s, %i intervals after the anchor', (moment, index) => {
    expect(firstChargeIndex(monthly('2026-12-01T00:00:00Z'), new Date(moment))).toBe(index);
  });
});

describe('recurring charges', () => {
  const discount = (id: string, end: string | null, isOnce = false): PreviewDiscount => ({
    id,
    amount: 600,
    couponId: `co_${id}`,
    couponName: id,
    promotionCodeId: null,
    isOnce,
    start: '2026-11-22T00:00:00.000Z',
    end: end && new Date(end).toISOString(),
  });
  /** 3,000 cents, of which each discount takes 600. */
  const costing = (...discounts: PreviewDiscount[]) =>
    ({
      total: 3000 - 600 * discounts.length,
      discount: 600 * discounts.length,
      discounts,
      discountIds: discounts.map(({ id }) => id),
    }) as object as Preview;
  async function charges(...discounts: PreviewDiscount[]) {
    const previewWith = vi.fn(async (kept: readonly PreviewDiscount[]) => costing(...kept));
    const found = await findRecurringCharges(costing(...discounts), monthly('2026-12-22'), previewWith);
    return {
      calls: previewWith.mock.calls.length,
      shown: found.map(({ from, until, total }) => [from.slice(0, 10), until?.slice(0, 10) ?? null, total]),
    };
  }

  test.each([
    ['are one amount without a discount', [], [['2026-12-22', null, 3000]], 0],
    ['are one amount with a permanent discount', [discount('a', null)], [['2026-12-22', null, 2400]], 0],
    [
      'are two where a discount ends',
      [discount('a', '2027-02-22')],
      [
        ['2026-12-22', '2027-02-22', 2400],
        ['2027-02-22', null, 3000],
      ],
      1,
    ],
    [
      'keep a discount until the last charge before its end',
      [discount('a', '2027-02-23')],
      [
        ['2026-12-22', '2027-03-22', 2400],
        ['2027-03-22', null, 3000],
      ],
      1,
    ],
    [
      'have a one-time discount once',
      [discount('a', null, true)],
      [
        ['2026-12-22', '2027-01-22', 2400],
        ['2027-01-22', null, 3000],
      ],
      1,
    ],
    [
      'leave out a discount that ends before the first of them',
      [discount('a', '2026-12-22')],
      [['2026-12-22', null, 3000]],
      1,
    ],
    [
      'follow one end after another',
      [discount('a', '2027-02-22'), discount('b', '2027-01-10'), discount('c', null)],
      [
        ['2026-12-22', '2027-01-22', 1200],
        ['2027-01-22', '2027-02-22', 1800],
        ['2027-02-22', null, 2400],
      ],
      2,
    ],
  ] as const)('%s', async (_, discounts, shown, calls) => {
    expect(await charges(...discounts)).toEqual({ shown, calls });
  });

  test('fetch at most three further previews', async () => {
    const many = Array.from({ length: 6 }, (_, index) => discount(`d${index}`, `2027-0${index + 2}-22`));
    expect(await charges(...many.slice(0, 5))).toMatchObject({ calls: 3 });
  });

  test('keep a discount of a single item, which Stripe cannot omit', async () => {
    const previewWith = vi.fn();
    const ofItem = { ...costing(discount('a', '2027-02-22')), discountIds: [] };
    expect(await findRecurringCharges(ofItem, monthly('2026-12-22'), previewWith)).toMatchObject([{ total: 2400 }]);
    expect(previewWith).not.toHaveBeenCalled();
  });
});
