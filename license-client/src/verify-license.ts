import { findKey, isSignature, isSigned, type PublicKeys } from './ed25519.ts';
import { fromBase64Url, parseJson } from './encoding.ts';
import { isObject, type License, readLicense } from './license.ts';

export interface VerifyOptions {
  /**
   * The trusted keys. Build them into the product, or fetch them over HTTPS from the portal's
   * `/.well-known/portico-license-keys.json`. Never take them from the source of the file.
   */
  readonly publicKeys: PublicKeys;
  /** The catalog's id of this product. One of the license's products must be this one. */
  readonly product: string;
  /** This device's hardware ID. If left out, any device is accepted. */
  readonly hardwareId?: string;
  /** The current time; the device's clock by default. */
  readonly now?: Date;
  /** Tolerance for the device's clock in seconds; 300 by default. */
  readonly clockTolerance?: number;
}

/**
 * Why a file is refused:
 * - `malformed`: not a license file of this version, or larger than 16 MiB;
 * - `unknownKey`: it names a key that was not given;
 * - `signature`: it was changed, or signed with another key;
 * - `otherProduct`: the license does not cover this product;
 * - `notYetIssued`: it was issued in the future, so a clock is wrong;
 * - `expired`: the license has ended. Download the file again after a renewal;
 * - `otherDevice`: the license does not cover this device.
 */
export type Reason =
  | 'malformed'
  | 'unknownKey'
  | 'signature'
  | 'otherProduct'
  | 'notYetIssued'
  | 'expired'
  | 'otherDevice';

export type Verification =
  | { readonly ok: true; readonly license: License }
  | { readonly ok: false; readonly reason: Reason };

interface Envelope {
  readonly keyId: string;
  readonly payload: string;
  readonly signature: string;
}

/** Maximum length of a file, in characters. Enough for about 100,000 hardware IDs. */
const maxFileLength = 16 * 1024 * 1024;
/** Prefix of every signed text. */
const domain = 'portico-license-v1.';

/**
 * Verifies the text of a license file, offline.
 *
 * The signature is verified before anything of the payload is read. The algorithm is always Ed25519, whatever the file says.
 * @throws TypeError for wrong options: a key that is not 32 bytes of base64url, an invalid `now` or `clockTolerance`.
 * @throws the platform's error if its Web Crypto has no Ed25519. Node.js has it since version 20.
 * @example
 * const checked = await verifyLicense(await readFile('License.json', 'utf8'), { publicKeys, product, hardwareId });
 * if (!checked.ok) return refuse(checked.reason);
 * enable(checked.license);
 */
export async function verifyLicense(fileText: string, options: VerifyOptions): Promise<Verification> {
  const { now, tolerance } = resolveTimes(options);
  const envelope = readEnvelope(fileText);
  if (!envelope) return refused('malformed');
  const publicKey = findKey(options.publicKeys, envelope.keyId);
  if (!publicKey) return refused('unknownKey');
  if (!(await isSigned(domain + envelope.payload, envelope.signature, publicKey))) return refused('signature');
  const license = readLicense(parseJson(decodeUtf8(envelope.payload)));
  if (!license) return refused('malformed');
  const reason = judge(license, now, tolerance, options);
  return reason ? refused(reason) : { ok: true, license };
}

/** The first reason to refuse a license with a valid signature (LCN-10). */
function judge(
  license: License,
  now: number,
  tolerance: number,
  { product, hardwareId }: VerifyOptions,
): Reason | undefined {
  if (!license.products.some((each) => each.product === product)) return 'otherProduct';
  if (Date.parse(license.issuedAt) - tolerance > now) return 'notYetIssued';
  if (license.expiresAt !== null && Date.parse(license.expiresAt) + tolerance <= now) return 'expired';
  if (hardwareId !== undefined && license.hardwareIds?.includes(hardwareId) === false) return 'otherDevice';
  return undefined;
}

function resolveTimes({ now = new Date(), clockTolerance = 300 }: VerifyOptions): { now: number; tolerance: number } {
  if (Number.isNaN(now.getTime())) throw new TypeError('now must be a valid date');
  if (!(clockTolerance >= 0 && clockTolerance < Number.POSITIVE_INFINITY)) {
    throw new TypeError('clockTolerance must be a number of seconds');
  }
  return { now: now.getTime(), tolerance: clockTolerance * 1000 };
}

/** The parts of a file of this version; undefined if it is invalid. */
function readEnvelope(fileText: string): Envelope | undefined {
  if (typeof fileText !== 'string' || fileText.length > maxFileLength) return undefined;
  // Some editors add a byte order mark.
  const file = parseJson(fileText.replace(/^\ufeff/, ''));
  if (!isObject(file)) return undefined;
  const { format, version, algorithm, keyId, payload, signature } = file;
  if (format !== 'portico-license' || version !== 1 || algorithm !== 'Ed25519') return undefined;
  if (typeof keyId !== 'string' || typeof payload !== 'string' || typeof signature !== 'string') return undefined;
  if (!/^[\w.-]{1,64}$/.test(keyId) || !fromBase64Url(payload)) return undefined;
  return isSignature(signature) ? { keyId, payload, signature } : undefined;
}

/** Decodes UTF-8; undefined for invalid bytes. */
function decodeUtf8(payload: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(fromBase64Url(payload));
  } catch {
    return undefined;
  }
}

function refused(reason: Reason): Verification {
  return { ok: false, reason };
}
