import { randomBytes, randomInt } from 'node:crypto';
import { crockfordDigits, readCrockford, type SecondFactorMethod } from '@portico/contract';
import { keyedHash } from '../../core/secrets.ts';

/** Digits of a code (MFA-3). */
const digits = 6;

/** Whether a text has the form of a code (MFA-3). */
export const isCode = (text: string): boolean => /^\d{6}$/.test(text);

/** A random code of six digits. */
export function newCode(): string {
  return String(randomInt(10 ** digits)).padStart(digits, '0');
}

/** The stored hash of a sent code, bound to the user and the method. */
export function hashSentCode(
  appSecret: string,
  owner: { userId: number; method: SecondFactorMethod },
  code: string,
): Buffer {
  return keyedHash(appSecret, 'factor-code', `${owner.userId} ${owner.method} ${code}`);
}

/** Characters of a new recovery code: 120 bits (MFA-8). */
const recoveryLength = 24;
/** Characters of a recovery code that an earlier version created: 80 bits. */
const formerRecoveryLength = 16;
const recoveryCodesMade = 10;

/** New recovery codes, in groups of four characters. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodesMade }, newRecoveryCode);
}

/** A random code of 120 bits, in groups of four characters. */
export function newRecoveryCode(): string {
  const code = [...randomBytes(recoveryLength)].map((byte) => crockfordDigits[byte % crockfordDigits.length]).join('');
  return code.replace(/(.{4})(?=.)/g, '$1-');
}

/** A recovery code without separators, in upper case, however it is typed; null for an invalid one. */
export function normalizeRecoveryCode(typed: string): string | null {
  const code = readCrockford(typed);
  const hasLength = code.length === recoveryLength || code.length === formerRecoveryLength;
  return hasLength && [...code].every((letter) => crockfordDigits.includes(letter)) ? code : null;
}

/** The stored hash of a recovery code, bound to its user. */
export function hashRecoveryCode(appSecret: string, userId: number, code: string): Buffer {
  return keyedHash(appSecret, 'recovery-code', `${userId} ${code}`);
}
