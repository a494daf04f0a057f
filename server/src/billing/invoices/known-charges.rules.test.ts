import { describe, expect, test } from 'vitest';
import { isCurrent, usablePreview } from './known-charges.rules.ts';
import type { UpcomingCharges } from './upcoming.rules.ts';

const now = new Date('2026-11-22T12:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000);
const chargedAt = (moment: string) => ({ chargedAt: moment }) as UpcomingCharges;
const ahead = chargedAt('2026-12-01T00:00:00Z');

describe('a stored preview', () => {
  test.each([
    ['is told for a day', ahead, 86_399, true],
    ['is not told after a day', ahead, 86_400, false],
    ['is not told once it was charged', chargedAt('2026-11-22T11:59:59Z'), 60, false],
    ['is not told where the subscription had none', null, 60, false],
    ['is not told where none was stored', ahead, null, false],
  ])('%s', (_, preview, seconds, isTold) => {
    const askedAt = seconds === null ? null : ago(seconds);
    expect(usablePreview({ preview, askedAt, now })).toBe(isTold ? preview : null);
  });

  test.each([
    ['need not be reckoned for ten minutes', ahead, 599, ago(600), ago(600), true],
    ['is reckoned after ten minutes', ahead, 600, null, null, false],
    ['is reckoned where the subscription was read since', ahead, 60, ago(59), null, false],
    ['is reckoned where the customer was read since', ahead, 60, null, ago(59), false],
    ['is reckoned where both were read at the same moment', ahead, 60, ago(60), null, false],
    ['is reckoned once it was charged', chargedAt('2026-11-22T11:59:59Z'), 60, null, null, false],
    ['need not be reckoned where there was none', null, 60, null, null, true],
    ['is reckoned where none was stored', null, null, null, null, false],
  ])('%s', (_, preview, seconds, syncedAt, customerSyncedAt, isEnough) => {
    const askedAt = seconds === null ? null : ago(seconds);
    expect(isCurrent({ preview, askedAt, now, syncedAt, customerSyncedAt })).toBe(isEnough);
  });
});
