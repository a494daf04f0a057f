import { describe, expect, test } from 'vitest';
import { deviceStatus } from './device-status.ts';
import { isHardwareIdEditable, latestDays } from './devices.rules.ts';

const seen = new Date('2026-03-01T12:00:00Z');
const facts = { firstSeenAt: seen, filedAt: null, blockedAt: null, releasedAt: null };
const license = { status: 1, quantity: 2, licenseModel: 0 } as const;

describe('the status of a device', () => {
  test.each([
    ['Active', 0, facts, license, 2],
    ['Active if the quantity is unlimited', 0, facts, { ...license, status: 1, quantity: -1 }, 9],
    ['Exceeded without a seat', 1, facts, license, 3],
    ['Exceeded if there is no seat at all', 1, facts, { ...license, status: 1, quantity: 0 }, 1],
    ['Blocked with or without a seat', 2, { ...facts, blockedAt: seen }, license, 3],
    ['Active on a floating license, however many there are', 0, facts, { ...license, licenseModel: 1, quantity: 0 }, 9],
    ['Pending until it was seen', 3, { ...facts, firstSeenAt: null }, license, 1],
    ['Exceeded rather than Pending', 1, { ...facts, firstSeenAt: null }, license, 3],
    ['Pending on a pending license', 3, { ...facts, firstSeenAt: null }, { ...license, status: 2, quantity: 2 }, 1],
    [
      'Canceled with its license, even if blocked',
      4,
      { ...facts, blockedAt: seen },
      { ...license, status: 3, quantity: 2 },
      1,
    ],
    [
      'Deleted, whatever the license’s status',
      5,
      { ...facts, releasedAt: seen },
      { ...license, status: 3, quantity: 2 },
      1,
    ],
  ] as const)('is %s', (_, status, device, on, rank) => {
    expect(deviceStatus(device, on, rank)).toBe(status);
  });
});

test('a hardware ID can be edited until the device is seen, filed, released or blocked', () => {
  const untouched = { firstSeenAt: null, filedAt: null, releasedAt: null, blockedAt: null };
  expect(isHardwareIdEditable(untouched)).toBe(true);
  expect(isHardwareIdEditable({ ...untouched, firstSeenAt: seen })).toBe(false);
  expect(isHardwareIdEditable({ ...untouched, filedAt: seen })).toBe(false);
  expect(isHardwareIdEditable({ ...untouched, releasedAt: seen })).toBe(false);
  expect(isHardwareIdEditable({ ...untouched, blockedAt: seen })).toBe(false);
});

test('the latest days are UTC days, across the end of a month', () => {
  expect(latestDays(new Date('2026-03-01T23:59:59-02:00'), 3)).toEqual({ from: '2026-02-28', to: '2026-03-02' });
});
