import { describe, expect, it } from 'vitest';
import { makeAddon, makePlan, makePricePlan } from '../../../test/plans.ts';
import { makeEstimate, makeTotals } from '../../../test/purchases.ts';
import { startFlow } from './flow.ts';
import { laterCharges, receiptLines, shownTotal } from './receipt.ts';

const plan = makePlan({ pricePlans: [makePricePlan({ addons: [makeAddon()] })] });

describe('the lines of a receipt', () => {
  it('contain each choice with its price and amount', () => {
    const choices = {
      ...startFlow(plan),
      quantity: 3,
      additional: { 'reader-month': 2 },
      addons: { forensics: { priceId: 'forensics-large', quantity: 4 } },
    };
    expect(receiptLines(plan, choices)).toMatchObject([
      { kind: 'base', name: 'Professional', quantity: 3, unitPrice: 10_000, amount: 30_000 },
      { kind: 'additional', name: 'Card reader', quantity: 2, amount: 1000 },
      { kind: 'addon', name: 'Document forensics', caption: '10,000 checks', quantity: 4, amount: 36_000 },
    ]);
  });

  it('are empty if nothing is chosen', () => {
    expect(receiptLines(plan, { ...startFlow(plan), quantity: 0 })).toEqual([]);
  });
});

describe('amounts', () => {
  it('merges consecutive charges with the same amount', () => {
    const charge = (from: string, until: string | null, total: number) => ({ from, until, total, discount: 0 });
    expect(
      laterCharges([charge('2026-12', '2027-01', 90), charge('2027-01', '2027-02', 90), charge('2027-02', null, 100)]),
    ).toEqual([charge('2026-12', '2027-02', 90), charge('2027-02', null, 100)]);
  });

  it('returns the amount due now, or the total before tax', () => {
    const estimate = makeEstimate(4200, 9000);
    expect(shownTotal({ kind: 'estimate', estimate, includesTax: true, isExact: false })).toBe(4200);
    const totals = makeTotals({ label: 'Total', amount: 8000, note: '' });
    expect(shownTotal({ kind: 'totals', totals })).toBe(8000);
  });
});
