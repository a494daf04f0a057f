import { describe, expect, test } from 'vitest';
import { nextSignInStep, setupPage } from './entry.ts';

describe('what follows a first factor', () => {
  const plain = {
    isBothFactors: false,
    hasFactors: false,
    hasPasskey: false,
    isRequired: false,
    isRemembered: false,
  };

  test.each([
    ['nothing is set up or demanded', {}, 'session'],
    ['a second factor is set up', { hasFactors: true }, 'challenge'],
    ['the browser is remembered', { hasFactors: true, isRemembered: true }, 'session'],
    ['the proof counts as both', { hasFactors: true, isRequired: true, isBothFactors: true }, 'session'],
    ['one is demanded and none is set up', { isRequired: true }, 'setup'],
    ['a remembered browser has none of those that are demanded', { isRequired: true, isRemembered: true }, 'setup'],
    ['one is demanded and there is a passkey', { isRequired: true, hasPasskey: true }, 'challenge'],
    ['there is a passkey and nothing is demanded', { hasPasskey: true }, 'session'],
  ] as const)('returns where it leads when %s', (_when, known, step) => {
    expect(nextSignInStep({ ...plain, ...known })).toBe(step);
  });

  test('keeps the way on while a second factor is set up', () => {
    expect(setupPage('/')).toBe('/ConfigureMFA');
    expect(setupPage('/Billing?tab=1')).toBe('/ConfigureMFA?ReturnUrl=%2FBilling%3Ftab%3D1');
  });
});
