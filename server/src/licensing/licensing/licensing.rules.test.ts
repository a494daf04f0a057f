import { describe, expect, test } from 'vitest';
import { allowedOfflineHours, chooseCandidate, judge, licenseState } from './licensing.rules.ts';
import type { LicenseCandidate } from './look-up.ts';

const now = new Date('2026-11-22T12:00:00Z');
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);

const found = (
  device: Partial<LicenseCandidate['device']> | undefined,
  more: { license?: object; hasSession?: boolean } = {},
): LicenseCandidate =>
  ({
    license: { status: 1, expiresAt: null, licenseModel: 0, ...more.license },
    device: device && { id: 1, status: 0, ...device },
    isPaymentDue: false,
    hasSession: more.hasSession ?? false,
  }) as LicenseCandidate;

test.each([
  [1, null, 'active'],
  [1, later(0.001), 'active'],
  [1, now, 'expired'],
  [2, later(-1), 'pending'],
  [3, later(-1), 'canceled'],
] as const)('a license of status %i that ends at %s is %s (LIC-7)', (status, expiresAt, state) => {
  expect(licenseState({ status, expiresAt }, now)).toBe(state);
});

describe('the license that a request applies to (LIC-6)', () => {
  const [none, here, pending] = [found(undefined), found({}), found({ status: 1 })];
  test('is the only one, otherwise that of the device, active devices first', () => {
    expect(chooseCandidate([])).toBe('none');
    expect(chooseCandidate([none])).toBe(none);
    expect(chooseCandidate([none, here])).toBe(here);
    expect(chooseCandidate([pending, none, here])).toBe(here);
    expect(chooseCandidate([pending, none])).toBe(pending);
    expect(chooseCandidate([none, none])).toBe('several');
  });
});

test.each([
  ['Valid', found({})],
  ['DeviceUnknown', found(undefined, { license: { status: 3 } })],
  ['DeviceReleased', found({ status: 5 }, { license: { status: 3 } })],
  ['LicenseCanceled', found({ status: 4 }, { license: { status: 3 } })],
  ['LicensePending', found({ status: 2 }, { license: { status: 2 } })],
  ['LicenseExpired', found({ status: 2 }, { license: { expiresAt: now } })],
  ['DeviceBlocked', found({ status: 2 })],
  ['DeviceExceeded', found({ status: 1 })],
  ['SessionEnded', found({}, { license: { licenseModel: 1 } })],
  ['Valid', found({}, { license: { licenseModel: 1 }, hasSession: true })],
] as const)('a device is %s: %#', (code, one) => {
  expect(judge(one, now)).toBe(code);
});

test.each([
  [null, 72],
  [later(100), 72],
  [later(71.9), 71],
  [later(0.5), 0],
  [later(-1), 0],
] as const)('a license that ends at %s leaves %i offline hours (LIC-16)', (expiresAt, hours) => {
  expect(allowedOfflineHours({ expiresAt }, { offlineHours: 72 }, now)).toBe(hours);
  expect(allowedOfflineHours({ expiresAt }, undefined, now)).toBe(0);
});
