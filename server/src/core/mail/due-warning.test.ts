import { describe, expect, test } from 'vitest';
import { daysUntil, dueWarning } from './due-warning.ts';

describe('warnings before an expiry (SSO-16, TOK-9)', () => {
  test('count whole days in UTC', () => {
    expect(daysUntil('2026-12-23', new Date('2026-11-23T23:59:59Z'))).toBe(30);
    expect(daysUntil('2026-11-23', new Date('2026-11-23T23:59:59Z'))).toBe(0);
    expect(daysUntil('2026-11-22', new Date('2026-11-23T00:00:00Z'))).toBe(-1);
  });

  test('are due one at a time: the nearest that was not sent', () => {
    expect(dueWarning(31, [])).toBeUndefined();
    expect(dueWarning(30, [])).toBe(30);
    expect(dueWarning(29, [30])).toBeUndefined();
    expect(dueWarning(6, [30])).toBe(7);
    expect(dueWarning(5, [])).toBe(7);
    expect(dueWarning(1, [30, 7])).toBe(1);
    expect(dueWarning(0, [])).toBe(1);
    expect(dueWarning(0, [1])).toBeUndefined();
    expect(dueWarning(-1, [])).toBeUndefined();
  });

  test('use other days if given, in any order', () => {
    expect(dueWarning(14, [], [1, 14])).toBe(14);
    expect(dueWarning(1, [14], [1, 14])).toBe(1);
    expect(dueWarning(1, [], [])).toBeUndefined();
  });
});
