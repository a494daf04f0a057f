import { describe, expect, test } from 'vitest';
import type { Answer } from './signed-answer.ts';
import { type Facts, judge, readWord, type Word } from './standing.ts';
import type { Verification } from './verify-license.ts';
import type { LicenseState } from './wire.ts';

const minute = 60_000;
const hour = 60 * minute;
const said = Date.parse('2026-11-22T12:00:00.000Z');
const iso = (time: number) => new Date(time).toISOString();

const license: LicenseState = {
  number: 'LI-10318',
  product: 'desktop',
  plan: 'desktop-professional',
  model: 'host-locked',
  status: 'active',
  expiresAt: iso(said + 100 * hour),
  trial: false,
  quantity: 2,
  used: 1,
};
const device = { id: 1, hardwareId: 'AAAA-1111', name: 'x', status: 'active', assignedAt: iso(said) };
const yes: Word = { time: said, code: 'Valid', offlineHours: 72, license, device };
const floating: LicenseState = { ...license, model: 'floating' };
const session = { id: 'x', expiresAt: iso(said + 10 * minute), borrowedUntil: null };
const lease: Word = { ...yes, license: floating, offlineHours: 0, session };

const code = (facts: Partial<Facts>) => judge({ product: 'desktop', now: said, newestTime: said, ...facts }).code;

describe('a host-locked license, while the portal is unreachable', () => {
  test('is valid for the hours that its last answer allows', () => {
    expect(code({ word: yes, now: said + 72 * hour - 1 })).toBe('Valid');
    expect(code({ word: yes, now: said + 72 * hour })).toBe('OfflineTooLong');
    expect(judge({ product: 'desktop', word: yes, now: said, newestTime: said }).until).toEqual(
      new Date(said + 72 * hour),
    );
    expect(code({ word: { ...yes, offlineHours: 0 }, now: said + 1 })).toBe('OfflineTooLong');
  });

  test('is never valid past its end; grace days postpone the end', () => {
    const ends = { ...license, expiresAt: iso(said + hour) };
    expect(code({ word: { ...yes, license: ends }, now: said + hour - 1 })).toBe('Valid');
    expect(code({ word: { ...yes, license: ends }, now: said + hour })).toBe('LicenseExpired');
    const late = { ...ends, graceUntil: iso(said + 2 * hour) };
    expect(code({ word: { ...yes, license: late }, now: said + hour })).toBe('Valid');
    expect(code({ word: { ...yes, license: late }, now: said + 2 * hour })).toBe('LicenseExpired');
    expect(code({ word: { ...yes, license: { ...license, expiresAt: null } }, now: said + 71 * hour })).toBe('Valid');
  });

  test.each(['DeviceReleased', 'DeviceBlocked', 'LicenseCanceled', 'LicenseUnknown'])('stays refused by %s', (last) => {
    expect(code({ word: { ...yes, code: last } })).toBe(last);
  });

  test('is not prolonged by a clock that is set back', () => {
    expect(code({ word: yes, now: said - 5 * minute })).toBe('Valid');
    expect(code({ word: yes, now: said - 6 * minute })).toBe('ClockSetBack');
    // The newest time can come from a later answer to another call.
    expect(code({ word: yes, newestTime: said + 90 * hour, now: said + hour })).toBe('ClockSetBack');
  });

  test('is unknown before the first answer', () => {
    expect(code({})).toBe('NotActivated');
  });
});

describe('a floating license', () => {
  test('is valid as long as the lease of its session', () => {
    expect(code({ lease, now: said + 10 * minute - 1 })).toBe('Valid');
    expect(code({ lease, now: said + 10 * minute })).toBe('SessionEnded');
  });

  test('is valid as long as it is borrowed, but not past the license’s end', () => {
    const borrowed = { ...lease, session: { ...session, borrowedUntil: iso(said + 48 * hour) } };
    expect(code({ lease: borrowed, now: said + 48 * hour - 1 })).toBe('Valid');
    expect(code({ lease: borrowed, now: said + 48 * hour })).toBe('SessionEnded');
    const ends = { ...borrowed, license: { ...floating, expiresAt: iso(said + hour) } };
    expect(code({ lease: ends, now: said + hour })).toBe('LicenseExpired');
  });

  test('is not prolonged by a heartbeat’s offline hours, because others may have its seat', () => {
    const word = { ...yes, time: said + minute, license: floating };
    expect(code({ word, lease, now: said + 5 * minute })).toBe('Valid');
    expect(code({ word, lease, now: said + 11 * minute })).toBe('SessionEnded');
    expect(code({ word })).toBe('NoSession');
  });

  test('is refused after a later no', () => {
    expect(code({ lease, word: { ...yes, time: said + 1, license: floating, code: 'DeviceBlocked' } })).toBe(
      'DeviceBlocked',
    );
    expect(code({ lease, word: { ...yes, time: said - 1, license: floating, code: 'SessionEnded' } })).toBe('Valid');
  });
});

describe('an activation file', () => {
  const contents = {
    license: 'LI-1',
    issuedAt: iso(said),
    expiresAt: null,
    products: [
      { product: 'other', features: {} },
      { product: 'desktop', features: { reading: { types: 12 } } },
    ],
  };
  const file = { ok: true, license: contents } as unknown as Verification;

  test('is used if it is newer than the portal’s last answer', () => {
    const no = { ...yes, code: 'DeviceReleased' };
    expect(judge({ product: 'desktop', file, now: said, newestTime: 0 })).toMatchObject({
      ...{ isLicensed: true, source: 'file', until: null },
      features: { reading: { types: 12 } },
    });
    expect(code({ file, word: { ...no, time: said - 1 } })).toBe('Valid');
    expect(code({ file, word: { ...no, time: said + 1 } })).toBe('DeviceReleased');
  });

  test.each([
    ['expired', 'LicenseExpired'],
    ['notYetIssued', 'ClockSetBack'],
    ['otherDevice', 'DeviceUnknown'],
    ['signature', 'NotActivated'],
  ] as const)('that is refused as %s means %s', (reason, expected) => {
    expect(code({ file: { ok: false, reason } })).toBe(expected);
    expect(code({ file: { ok: false, reason }, word: yes })).toBe('Valid');
  });

  test('is not valid with a clock that is set back', () => {
    expect(code({ file, newestTime: said + hour })).toBe('ClockSetBack');
  });
});

describe('an answer', () => {
  const answer = (call: string, body: object, status = 200): Answer => ({
    signed: { status, text: '', keyId: '', signature: '' },
    status,
    call,
    nonce: 'x',
    time: said,
    body: { license, device, ...body },
  });

  test.each([
    ['validations', { valid: true, code: 'Valid' }, 200, 'Valid'],
    ['validations', { valid: false, code: 'DeviceReleased' }, 200, 'DeviceReleased'],
    ['validations', { valid: true, code: 'DeviceReleased' }, 200, undefined],
    ['validations', { valid: true, code: 'Valid', license: { number: 'LI-1' } }, 200, undefined],
    ['validations', { valid: true, code: 'Valid', device: undefined }, 200, undefined],
    ['heartbeats', { valid: 'yes', code: 'Valid' }, 200, undefined],
    ['activations', { status: 'activated' }, 200, 'Valid'],
    ['sessions', { session }, 200, 'Valid'],
    ['sessions', { session: { id: 1 } }, 200, undefined],
    ['features', {}, 200, undefined],
    ['heartbeats', { code: 'DeviceBlocked' }, 403, 'DeviceBlocked'],
    ['heartbeats', { code: 'TooManyRequests' }, 429, undefined],
    // A yes that was signed with an error status is not a yes.
    ['validations', { valid: true, code: 'Valid' }, 409, undefined],
  ])('to %s with %j and status %i results in %s', (call, body, status, expected) => {
    expect(readWord(answer(call, body, status))?.code).toBe(expected);
  });
});
