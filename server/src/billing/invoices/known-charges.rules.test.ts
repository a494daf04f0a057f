import { describe, expect, test } from 'vitest';
import { isCurrent, usablePreview } from './known-charges.rules.ts';
import type { UpcomingCharges } from './upcoming.rules.ts';

const now = new Date('2026-11-22T12:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000);
const chargedAt = (moment: string) => ({ chargedAt: moment }) as UpcomingCharges;
const ahead = chargedAt('2026-12-01T00:00:00Z');

describe('a stored preview', () => {
  test.each([
    ['is shown for a day', ahead, 86_399, true],
    ['is not shown after a day', ahead, 86_400, false],
    ['is not shown after the charge', chargedAt('2026-11-22T11:59:59Z'), 60, false],
    ['is not shown if the subscription had no upcoming invoice', null, 60, false],
    ['is not shown if none is stored', ahead, null, false],
  ])('%s', (_, preview, seconds, isTold) => {
    const askedAt = seconds === null ? null : ago(seconds);
    expect(usablePreview({ preview, askedAt, now })).toBe(isTold ? preview : null);
  });

  test.each([
    ['is current for ten minutes', ahead, 599, ago(600), ago(600), true],
    ['is outdated after ten minutes', ahead, 600, null, null, false],
    ['is outdated if the subscription was stored later', ahead, 60, ago(59), null, false],
    ['is outdated if the customer was stored later', ahead, 60, null, ago(59), false],
    ['is outdated if the subscription was stored at the same time', ahead, 60, ago(60), null, false],
    ['is outdated after the charge', chargedAt('2026-11-22T11:59:59Z'), 60, null, null, false],
    ['is current if there was no upcoming invoice', null, 60, null, null, true],
    ['is outdated if none is stored', null, null, null, null, false],
  ])('%s', (_, preview, seconds, syncedAt, customerSyncedAt, isEnough) => {
    const askedAt = seconds === null ? null : ago(seconds);
    expect(isCurrent({ preview, askedAt, now, syncedAt, customerSyncedAt })).toBe(isEnough);
  });
});
