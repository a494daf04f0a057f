import fc from 'fast-check';
import { expect, test } from 'vitest';
import { prorated } from './money.ts';
import { cycleDate, periodAt } from './periods.ts';
import { type BilledSegment, creditSegments } from './segments.ts';
import { taxLocation } from './tax.ts';
import { type AppliedDiscount, applyBalance, computeTotals, sum, type TotalsLine } from './totals.ts';

const cents = fc.integer({ min: 0, max: 1_000_000 });
const line = fc.record<TotalsLine>({
  amount: cents,
  product: fc.constantFrom('prod_a', 'prod_b', null),
  discountable: fc.boolean(),
  ownDiscounts: fc.constant([]),
  fixedDiscounts: fc.constant([]),
  fixedTaxes: fc.constant(null),
  taxInclusive: fc.constant(false),
  rates: fc.constant([]),
});
const discount = fc.oneof(
  fc.record<AppliedDiscount>({
    id: fc.constant('di_p'),
    percentOff: fc.integer({ min: 1, max: 100 }),
    amountOff: fc.constant(null),
    products: fc.constantFrom(null, ['prod_a']),
  }),
  fc.record<AppliedDiscount>({
    id: fc.constant('di_a'),
    percentOff: fc.constant(null),
    amountOff: cents,
    products: fc.constantFrom(null, ['prod_b']),
  }),
);

test('keeps discounts from lowering a charge below zero and sums rounded lines', () => {
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 6 }),
      fc.array(discount, { maxLength: 3 }),
      fc.constantFrom('DE', 'FR', 'US', undefined),
      (lines, discounts, country) => {
        const totals = computeTotals(
          lines,
          discounts,
          country === undefined ? null : taxLocation({ country, state: 'TX' }),
        );
        expect(totals.total).toBe(totals.subtotal - totals.discount + totals.exclusiveTax);
        expect(totals.total).toBeGreaterThanOrEqual(0);
        lines.forEach((one, index) => {
          const granted = sum((totals.lines[index]?.discounts ?? []).map(({ amount }) => amount));
          expect(granted).toBeLessThanOrEqual(one.amount);
          expect(granted).toBeGreaterThanOrEqual(0);
        });
      },
    ),
  );
});

test('spreads a fixed discount exactly to the cent while amounts suffice', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), cents, (lines, amountOff) => {
      const totals = computeTotals(lines, [{ id: 'di', percentOff: null, amountOff, products: null }], null);
      const eligible = sum(lines.filter(({ discountable }) => discountable).map(({ amount }) => amount));
      expect(totals.discount).toBe(Math.min(amountOff, eligible));
    }),
  );
});

test('keeps the sum of total and balance', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e6, max: 1e6 }), fc.integer({ min: -1e6, max: 1e6 }), (total, starting) => {
      const { due, ending } = applyBalance(total, starting);
      expect(starting + total).toBe(due + ending);
      expect(due).toBeGreaterThanOrEqual(0);
    }),
  );
});

test.each([
  // The columns: total, starting balance, due, ending balance.
  [1, 0, 0, 1],
  [49, 0, 0, 49],
  [50, 0, 50, 0],
  [100, -51, 0, 49],
  [100, -50, 50, 0],
  [20, 29, 0, 49],
  [20, 30, 50, 0],
])(
  'applies a total of %i cents to a balance of %i: charges %i, keeps %i, and charges nothing under 50',
  (total, starting, due, ending) => {
    expect(applyBalance(total, starting)).toEqual({ due, ending });
  },
);

test('never credits more than was billed, in any number of steps', () => {
  fc.assert(
    fc.property(
      cents,
      cents,
      fc.array(fc.integer({ min: 0, max: 2_678_400 }), { minLength: 1, maxLength: 6 }),
      (amount, off, dates) => {
        const granted = Math.min(off, amount);
        const billed: BilledSegment[] = [
          {
            item: 'si',
            start: 0,
            end: 2_678_400,
            amount,
            discounts: [{ discount: 'di', amount: granted }],
            quantity: 1,
            price: 'p',
            invoice: 'in',
            line: 'il',
            invoiceItem: null,
          },
        ];
        const credits = [...dates].sort((a, b) => b - a).flatMap((date) => creditSegments(billed, 'si', date));
        const back = sum(credits.map((credit) => credit.amount));
        const discountsBack = sum(credits.flatMap((credit) => credit.discounts.map((one) => one.amount)));
        expect(back).toBeLessThanOrEqual(amount);
        expect(back + (billed[0]?.amount ?? 0)).toBe(amount);
        expect(discountsBack + (billed[0]?.discounts[0]?.amount ?? 0)).toBe(granted);
      },
    ),
  );
});

test('returns zero for a charge and its credit over the same time', () => {
  fc.assert(
    fc.property(cents, fc.integer({ min: 1, max: 1e7 }), fc.nat(1e7), (amount, length, from) => {
      const period = { start: 1000, end: 1000 + length };
      expect(prorated(amount, period, 1000 + from) + prorated(-amount, period, 1000 + from)).toBe(0);
    }),
  );
});

test('returns billing periods without gap or overlap', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 4e9 }),
      fc.constantFrom('day', 'week', 'month', 'year'),
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 0, max: 2e8 }),
      (anchor, interval, interval_count, offset) => {
        const cycle = { interval, interval_count };
        const period = periodAt(anchor, cycle, anchor + offset);
        expect(period.start).toBeLessThanOrEqual(anchor + offset);
        expect(period.end).toBeGreaterThan(anchor + offset);
        expect(periodAt(anchor, cycle, period.end).start).toBe(period.end);
      },
    ),
  );
  expect(
    new Date(cycleDate(Date.UTC(2028, 1, 29) / 1000, { interval: 'year', interval_count: 1 }, 1) * 1000).toISOString(),
  ).toBe('2029-02-28T00:00:00.000Z');
});
