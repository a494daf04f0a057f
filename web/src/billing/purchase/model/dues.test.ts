import type { InvoicePreview, RecurringCharge } from '@portico/contract';
import { findDues, findSettlement, isCreditSpentBefore } from '@portico/contract/dues';
import { describe, expect, it } from 'vitest';
import { afterCredit } from './dues.ts';

const charge = (from: string, total: number, until: string | null = null): RecurringCharge => ({
  from: `${from}T00:00:00Z`,
  until: until && `${until}T00:00:00Z`,
  total,
  discount: 0,
});

const preview = (change: Partial<InvoicePreview>): InvoicePreview => ({
  lines: [],
  subtotal: 0,
  discount: 0,
  discounts: [],
  totalExcludingTax: 0,
  taxAmounts: [],
  total: 0,
  amountDue: 0,
  creditBefore: 0,
  creditAfter: 0,
  carriedOver: 0,
  ...change,
});

describe("the difference between an invoice's total and its amount due", () => {
  it.each([
    ['nothing', { total: 500, amountDue: 500 }, [0, 0, 0]],
    ['credit', { total: 500, amountDue: 100, creditBefore: 400 }, [400, 0, 0]],
    ['a credit that grows', { total: -500, creditBefore: 100, creditAfter: 600 }, [0, 0, 0]],
    ['an amount too small to be charged', { total: 49, carriedOver: 49 }, [0, 0, 49]],
    ['credit, and the small rest', { total: 49, creditBefore: 9, carriedOver: 40 }, [9, 0, 40]],
    ['an amount carried over before', { total: 500, amountDue: 540 }, [0, 40, 0]],
    ['an amount carried over again', { total: 5, carriedOver: 45 }, [0, 40, 45]],
    ['a debt that a credit pays', { total: -100, creditAfter: 60 }, [0, 40, 0]],
  ])('is %s', (_, change, [fromCredit, owedBefore, carriedOver]) => {
    const invoice = preview(change);
    expect(findSettlement(invoice)).toEqual({ fromCredit, owedBefore, carriedOver });
  });
});

describe('the amount due', () => {
  const next = '2026-12-01T00:00:00Z';
  it.each([
    [
      'is charged today without credit',
      { total: 4038, amountDue: 4038 },
      { today: 4038, fromCredit: 0, next: { total: 68_330, fromCredit: 0, due: 68_330 } },
    ],
    [
      'uses the credit first, and the remaining credit for the next charge',
      { total: 4038, amountDue: 0, creditBefore: 12_000, creditAfter: 7962 },
      { today: 0, fromCredit: 4038, next: { total: 68_330, fromCredit: 7962, due: 60_368 } },
    ],
    [
      'is zero today and for the next charge if a reduction leaves enough credit',
      { total: -90_000, amountDue: 0, creditAfter: 90_000 },
      { today: 0, fromCredit: 0, next: { total: 68_330, fromCredit: 68_330, due: 0 } },
    ],
    [
      'is zero today if it is too small to be charged alone, and is added to the next charge',
      { total: 49, amountDue: 0, creditBefore: 9, carriedOver: 40 },
      { today: 0, fromCredit: 9, carriedOver: 40, next: { total: 68_330, fromCredit: 0, due: 68_370 } },
    ],
  ])('%s', (_, update, expected) => {
    const dues = findDues(
      {
        subscriptionUpdateInvoiceDetails: preview(update),
        recurringCharges: [charge('2026-12-01', 68_330)],
        nextPaymentDate: next,
      },
      7,
      { total: 1, items: [{ subscriptionId: 7, created: next, total: 60_000 }] },
    );
    expect(dues).toMatchObject({ ...expected, next: { at: next, ...expected.next } });
  });

  it('has no next charge if nothing renews', () => {
    const nothing = { subscriptionUpdateInvoiceDetails: preview({}), recurringCharges: [], nextPaymentDate: null };
    expect(findDues(nothing, 7, undefined).next).toBeNull();
  });

  const later = '2026-12-02T00:00:00Z';
  const of = (subscriptionId: number, created: string, total = 100) => ({ subscriptionId, created, total });
  it.each([
    ['while the other charges are not known', undefined, true],
    ['not by its own charge', { total: 1, items: [of(7, next)] }, false],
    ['by another subscription charged before it or with it', { total: 2, items: [of(8, next), of(7, next)] }, true],
    ['not by another subscription charged after it', { total: 2, items: [of(7, next), of(8, later)] }, false],
    ['not by a subscription that costs nothing', { total: 2, items: [of(8, next, 0), of(7, next)] }, false],
    ['by unknown subscriptions that may be charged before', { total: 3, items: [of(7, next)] }, true],
    ['not by unknown subscriptions that are charged after it', { total: 3, items: [of(7, next), of(8, later)] }, false],
  ])('is shown without credit if the credit is used earlier: %s', (_, charges, isSpent) => {
    expect(isCreditSpentBefore(charges, 7, next)).toBe(isSpent);
    const estimate = {
      subscriptionUpdateInvoiceDetails: preview({ creditAfter: 7962 }),
      recurringCharges: [charge('2026-12-01', 68_330)],
      nextPaymentDate: next,
    };
    expect(findDues(estimate, 7, charges).next?.due).toBe(isSpent ? 68_330 : 60_368);
    // An amount carried over is charged with the first charge.
    const small = { ...estimate, subscriptionUpdateInvoiceDetails: preview({ total: 1, carriedOver: 1 }) };
    expect(findDues(small, 7, charges).next).toMatchObject({ due: isSpent ? 68_330 : 68_331, isBeforeCredit: false });
  });
});

describe('the payments after the next charge', () => {
  const month = { interval: 'Month', intervalCount: 1 } as const;
  it.each([
    ['are the same amount from then on', [charge('2026-12-22', 100)], month, [['later', 100]]],
    [
      'are the same amount until it changes',
      [charge('2026-12-22', 80, '2027-02-22'), charge('2027-02-22', 100)],
      month,
      [
        ['later', 80],
        ['2027-02-22T00:00:00Z', 100],
      ],
    ],
    [
      'are another amount if the next charge is the only one of its amount',
      [charge('2027-01-31', 80, '2027-02-28'), charge('2027-02-28', 100)],
      month,
      [['2027-02-28T00:00:00Z', 100]],
    ],
    [
      'are another amount after a year',
      [charge('2026-12-22', 80, '2027-12-22'), charge('2027-12-22', 100)],
      { interval: 'Year', intervalCount: 1 } as const,
      [['2027-12-22T00:00:00Z', 100]],
    ],
    [
      'are compared by days if the interval is in days',
      [charge('2026-12-22', 80, '2027-01-05'), charge('2027-01-05', 100)],
      { interval: 'Day', intervalCount: 7 } as const,
      [
        ['later', 80],
        ['2027-01-05T00:00:00Z', 100],
      ],
    ],
    ['are empty if no charge follows', [charge('2026-12-22', 80, '2027-01-22')], month, []],
  ])('%s', (_, charges, interval, expected) => {
    expect(afterCredit(charges, interval).map(({ from, total }) => [from ?? 'later', total])).toEqual(expected);
  });
});
