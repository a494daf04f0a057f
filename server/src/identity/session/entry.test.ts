import { describe, expect, test } from 'vitest';
import { nextSignInStep, setupPage } from './entry.ts';

describe('the step after a first factor', () => {
  const plain = {
    isBothFactors: false,
    hasFactors: false,
    hasPasskey: false,
    isRequired: false,
    isRemembered: false,
  };

  test.each([
    ['no second factor is set up or required', {}, 'session'],
    ['a second factor is set up', { hasFactors: true }, 'challenge'],
    ['the browser is remembered', { hasFactors: true, isRemembered: true }, 'session'],
    ['the proof counts as both factors', { hasFactors: true, isRequired: true, isBothFactors: true }, 'session'],
    ['one is required and none is set up', { isRequired: true }, 'setup'],
    ['one is required and none is set up, in a remembered browser', { isRequired: true, isRemembered: true }, 'setup'],
    ['one is required and the user has a passkey', { isRequired: true, hasPasskey: true }, 'challenge'],
    ['none is required and the user has a passkey', { hasPasskey: true }, 'session'],
  ] as const)('is correct if %s', (_when, known, step) => {
    expect(nextSignInStep({ ...plain, ...known })).toBe(step);
  });

  test('keeps the return URL in the address of the setup page', () => {
    expect(setupPage('/')).toBe('/ConfigureMFA');
    expect(setupPage('/Billing?tab=1')).toBe('/ConfigureMFA?ReturnUrl=%2FBilling%3Ftab%3D1');
  });
});
