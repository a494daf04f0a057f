import { describe, expect, test } from 'vitest';
import { findCodeStep, findSetupStep, newAuthenticatorSecret } from './authenticator.ts';
import { hashRecoveryCode, hashSentCode, newCode, newRecoveryCodes, normalizeRecoveryCode } from './codes.ts';
import { maskTarget } from './state.ts';

describe('codes', () => {
  test('creates codes of six digits, including leading zeros', () => {
    for (let count = 0; count < 1_000; count += 1) expect(newCode()).toMatch(/^\d{6}$/);
  });

  test('returns recovery codes of 120 bits, and reads them and earlier ones of 80 bits in any case with any separators', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    const [code = ''] = codes;
    expect(code).toMatch(/^(?:[0-9A-Z]{4}-){5}[0-9A-Z]{4}$/);
    expect(normalizeRecoveryCode(code.toLowerCase().replaceAll('-', ' '))).toBe(code.replaceAll('-', ''));
    expect(normalizeRecoveryCode('oil1-0000-0000-0000')).toBe('0111000000000000');
    expect(normalizeRecoveryCode('０il1\u2011０000\u200b-0000–0000')).toBe('0111000000000000');
    expect(normalizeRecoveryCode('123456')).toBeNull();
    expect(normalizeRecoveryCode('0000-0000-0000-0000-0000')).toBeNull();
    expect(normalizeRecoveryCode('UUUU-UUUU-UUUU-UUUU')).toBeNull();
  });

  test('binds hashes to installation, user and method', () => {
    const hashes = [
      hashSentCode('one secret', { userId: 1, method: 'Email' }, '123456'),
      hashSentCode('another secret', { userId: 1, method: 'Email' }, '123456'),
      hashSentCode('one secret', { userId: 2, method: 'Email' }, '123456'),
      hashSentCode('one secret', { userId: 1, method: 'Phone' }, '123456'),
      hashRecoveryCode('one secret', 1, 'A'),
      hashRecoveryCode('one secret', 2, 'A'),
    ];
    expect(new Set(hashes.map((hash) => hash.toString('hex'))).size).toBe(hashes.length);
  });

  const secret = Buffer.from('12345678901234567890');

  test('returns the step of a test code of RFC 6238, at most one step early or late', () => {
    expect(findCodeStep(secret, '287082', new Date(59_000))).toBe(1);
    expect(findCodeStep(secret, '287082', new Date(89_000))).toBe(1);
    expect(findCodeStep(secret, '287082', new Date(29_000))).toBe(1);
    expect(findCodeStep(secret, '287082', new Date(90_000))).toBeNull();
    expect(findCodeStep(secret, '287083', new Date(59_000))).toBeNull();
  });

  test('sets up an authenticator only with the present code and the one before, and recognizes a wrong clock', () => {
    const at = (seconds: number) => findSetupStep(secret, '287082', new Date(seconds * 1000));
    expect([59, 89, 29, 90, 600, 700].map(at)).toEqual([1, 1, 'wrongClock', 'wrongClock', 'wrongClock', null]);
    expect(findSetupStep(secret, '287083', new Date(59_000))).toBeNull();
    expect(newAuthenticatorSecret()).toHaveLength(20);
  });

  test('masks an address or a number', () => {
    expect(maskTarget('Email', 'avery@acme.example')).toBe('a•••@acme.example');
    expect(maskTarget('Phone', '+14155550132')).toBe('•••• 0132');
  });
});
