import { Secret, TOTP } from 'otpauth';

const stepSeconds = 30;

/** Bytes of a secret, as RFC 4226 recommends. */
const secretBytes = 20;

export function newAuthenticatorSecret(): Buffer {
  return Buffer.from(new Secret({ size: secretBytes }).bytes);
}

const createTotp = (secret: Buffer, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...names, secret: new Secret({ buffer: new Uint8Array(secret).buffer }), period: stepSeconds });

/** The key and address that set up an authenticator. */
export function describeAuthenticator(
  secret: Buffer,
  names: { issuer: string; label: string },
): { authenticatorUri: string; sharedKey: string } {
  const totp = createTotp(secret, names);
  return { authenticatorUri: totp.toString(), sharedKey: totp.secret.base32.replace(/(.{4})(?=.)/g, '$1 ') };
}

/** How far a phone's clock may differ at the setup for the answer to say that it is wrong: ten minutes, in steps. */
const clockSteps = 20;

/**
 * The step of a code that sets up an authenticator: the current one or the one before (MFA-4). `wrongClock` if the code is right at another time of these
 * minutes; null for a wrong code.
 */
export function findSetupStep(secret: Buffer, code: string, now: Date): number | 'wrongClock' | null {
  const delta = createTotp(secret).validate({ token: code, window: clockSteps, timestamp: now.getTime() });
  if (delta === null) return null;
  return delta === 0 || delta === -1 ? Math.floor(now.getTime() / 1000 / stepSeconds) + delta : 'wrongClock';
}

/** The 30-second step of a code: the current one, the one before or the one after (MFA-4); null for a wrong code. */
export function findCodeStep(secret: Buffer, code: string, now: Date): number | null {
  const delta = createTotp(secret).validate({ token: code, window: 1, timestamp: now.getTime() });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / stepSeconds) + delta;
}
