import type { RecurringCharge } from '@portico/contract';
import { describe, expect, it } from 'vitest';
import { compareCharges } from './comparison.ts';

const charge = (from: string, total: number, discount = 0, until: string | null = null): RecurringCharge => ({
  from: `${from}T00:00:00Z`,
  until: until && `${until}T00:00:00Z`,
  total,
  discount,
});

describe('the current amounts compared with the new ones', () => {
  it('has one period if nothing changes later', () => {
    expect(compareCharges([charge('2026-12-01', 100)], [charge('2026-12-01', 150)])).toEqual([
      { from: null, until: null, isDiscounted: false, now: 100, after: 150 },
    ]);
  });

  it('has a period for the discount and one after it', () => {
    const now = [charge('2026-12-01', 80, 20, '2027-02-01'), charge('2027-02-01', 100)];
    const after = [charge('2026-12-01', 120, 30, '2027-02-01'), charge('2027-02-01', 150)];
    expect(compareCharges(now, after)).toEqual([
      { from: null, until: '2027-02-01T00:00:00Z', isDiscounted: true, now: 80, after: 120 },
      { from: '2027-02-01T00:00:00Z', until: null, isDiscounted: false, now: 100, after: 150 },
    ]);
  });

  it('repeats the amount of the side that does not change', () => {
    const now = [charge('2026-12-01', 80, 20, '2027-02-01'), charge('2027-02-01', 100)];
    expect(compareCharges(now, [charge('2026-12-01', 150)]).map(({ now: a, after }) => [a, after])).toEqual([
      [80, 150],
      [100, 150],
    ]);
  });

  it('has null as the amount of a side without charges, and no periods if neither side has charges', () => {
    expect(compareCharges([], [charge('2026-12-01', 150)])).toEqual([
      { from: null, until: null, isDiscounted: false, now: null, after: 150 },
    ]);
    expect(compareCharges([], [])).toEqual([]);
  });
});
