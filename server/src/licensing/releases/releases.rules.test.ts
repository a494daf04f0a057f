import { describe, expect, test } from 'vitest';
import { countsAsRelease, releaseLimit, releaseWindowStart, remainingReleases } from './releases.rules.ts';

describe('the release limit', () => {
  test.each([
    ['the number of the plan', 5, { releases: 2 }, 0, 2],
    ['the quantity without a number of the plan', 5, { releases: null }, 0, 5],
    ['at least three', 1, undefined, 0, 3],
    ['the granted releases on top', 1, { releases: 0 }, 4, 4],
    ['no limit for an unlimited license', -1, undefined, 4, Number.MAX_SAFE_INTEGER],
  ])('is %s', (_, quantity, plan, granted, expected) => {
    expect(releaseLimit(quantity, plan, granted)).toBe(expected);
  });

  test('counts releases of thirty days', () => {
    expect(releaseWindowStart(new Date('2026-03-31T12:00:00Z'))).toEqual(new Date('2026-03-01T12:00:00Z'));
  });
});

describe('the remaining releases', () => {
  const first = new Date('2026-11-02T10:00:00Z');
  const nextAt = new Date('2026-12-02T10:00:00Z');

  test.each([
    ['all if none is used', 3, { count: 0, first: null }, { allowed: 3, left: 3, nextAt: null }],
    ['fewer if some are used', 3, { count: 1, first }, { allowed: 3, left: 2, nextAt }],
    ['none if all are used', 3, { count: 3, first }, { allowed: 3, left: 0, nextAt }],
    ['none if more are used than are allowed now', 3, { count: 5, first }, { allowed: 3, left: 0, nextAt }],
    ['none for a plan without releases', 0, { count: 0, first: null }, { allowed: 0, left: 0, nextAt: null }],
  ])('are %s', (_, limit, used, expected) => {
    expect(remainingReleases(limit, used)).toEqual(expected);
  });
});

const seen = new Date('2026-03-01T12:00:00Z');
const device = { firstSeenAt: seen, filedAt: null, releasedAt: null };

test.each([
  ['was seen and has a seat', device, true, true],
  ['was never seen', { ...device, firstSeenAt: null }, true, false],
  ['is in a license file that was downloaded', { ...device, firstSeenAt: null, filedAt: seen }, true, true],
  ['has no seat', device, false, false],
  ['is released', { ...device, releasedAt: seen }, true, false],
])('a release of a device that %s counts: %#', (_, facts, hasSeat, expected) => {
  expect(countsAsRelease(facts, { licenseModel: 0 }, { hasSeat, isBorrowing: false })).toBe(expected);
});

test('a release from a floating license counts if it ends a borrowed lease', () => {
  const counts = (isBorrowing: boolean) => countsAsRelease(device, { licenseModel: 1 }, { hasSeat: true, isBorrowing });
  expect(counts(false)).toBe(false);
  expect(counts(true)).toBe(true);
});
