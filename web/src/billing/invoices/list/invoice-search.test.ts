import { describe, expect, it } from 'vitest';
import { toCreatedRange } from './invoice-search.ts';

describe('a range of dates', () => {
  it('is requested including its last minute', () => {
    const range = { start: new Date(2026, 2, 1), end: new Date(2026, 2, 31, 23, 59) };
    const { createdFrom, createdBefore } = toCreatedRange(range);
    expect([createdFrom, createdBefore]).toEqual(
      [new Date(2026, 2, 1), new Date(2026, 3, 1)].map((at) => at.toISOString()),
    );
    expect(toCreatedRange(undefined)).toEqual({});
  });
});
