import { describe, expect, test } from 'vitest';
import { judgeRemoval } from './passkeys.rules.ts';

const plain = {
  passkeysLeft: 0,
  hasPassword: true,
  hasExternalLogins: false,
  isFactorRequired: false,
  hasOtherFactor: false,
};

describe('whether a passkey may be removed (PSK-8)', () => {
  test.each([
    ['beside a password', plain, null],
    ['the only way in', { ...plain, hasPassword: false }, 'lastWayIn'],
    ['beside a login elsewhere', { ...plain, hasPassword: false, hasExternalLogins: true }, null],
    ['the only factor where one is demanded', { ...plain, isFactorRequired: true }, 'lastFactor'],
    ['beside another factor', { ...plain, isFactorRequired: true, hasOtherFactor: true }, null],
    ['one of two', { ...plain, passkeysLeft: 1, hasPassword: false, isFactorRequired: true }, null],
  ] as const)('%s', (_, left, judgment) => {
    expect(judgeRemoval(left)).toBe(judgment);
  });
});
