import { isObject, type License, readLicense } from './license.ts';

/** Raw public keys in base64url, by key id: what the product was built with, or what the portal's list of keys says. */
export type PublicKeys = Readonly<Record<string, string>>;

export interface VerifyOptions {
  /**
   * The keys that are trusted. Build them into the product, or fetch them over https from the portal's
   * `/.well-known/portico-license-keys.json`. Never take them from where the file came from.
   */
  readonly publicKeys: PublicKeys;
  /** This device's hardware ID. Without it any device is accepted. */
  readonly hardwareId?: string;
  /** The present moment; the device's clock by default. */
  readonly now?: Date;
  /** Seconds that the device's clock may be wrong: 300 by default. */
  readonly clockTolerance?: number;
}

/**
 * Why a file is refused:
 * - `malformed`: it is not a license file of this version, or it is larger than 16 MiB;
 * - `unknownKey`: it names a key that is not among the given ones;
 * - `signature`: it was changed, or another key signed it;
 * - `notYetIssued`: it was issued later than now, so a clock is wrong;
 * - `expired`: the license has ended. Download the file again after a renewal;
 * - `otherDevice`: the license does not cover this device.
 */
export type Reason = 'malformed' | 'unknownKey' | 'signature' | 'notYetIssued' | 'expired' | 'otherDevice';

export type Verification =
  | { readonly ok: true; readonly license: License }
  | { readonly ok: false; readonly reason: Reason };

interface Envelope {
  readonly keyId: string;
  readonly payload: string;
  readonly signature: string;
}

/** Characters of the longest file. It has room for about 100,000 hardware IDs. */
const longestFile = 16 * 1024 * 1024;
/** What is signed begins with this. */
const domain = 'portico-license-v1.';
const keyLength = 32;
const signatureLength = 64;

/**
 * Verifies the text of a license file, offline.
 *
 * The signature is verified before anything of the payload is read. The algorithm is always Ed25519, whatever the file says.
 * @throws TypeError for wrong options: a key that is not 32 bytes of base64url, an invalid `now` or `clockTolerance`.
 * @throws the platform's error where its Web Crypto has no Ed25519. Node.js has it since version 20.
 * @example
 * const checked = await verifyLicense(await readFile('License.json', 'utf8'), { publicKeys, hardwareId });
 * if (!checked.ok) return refuse(checked.reason);
 * enable(checked.license.products);
 */
export async function verifyLicense(fileText: string, options: VerifyOptions): Promise<Verification> {
  const { now, tolerance } = timesOf(options);
  const envelope = readEnvelope(fileText);
  if (!envelope) return refused('malformed');
  const publicKey = keyOf(options.publicKeys, envelope.keyId);
  if (!publicKey) return refused('unknownKey');
  if (!(await isSigned(envelope, publicKey))) return refused('signature');
  const license = readLicense(parse(textOf(envelope.payload)));
  if (!license) return refused('malformed');
  const reason = judge(license, now, tolerance, options.hardwareId);
  return reason ? refused(reason) : { ok: true, license };
}

/** The first reason against a license whose signature is right. */
function judge(license: License, now: number, tolerance: number, hardwareId: string | undefined): Reason | undefined {
  if (Date.parse(license.issuedAt) - tolerance > now) return 'notYetIssued';
  if (license.expiresAt !== null && Date.parse(license.expiresAt) + tolerance <= now) return 'expired';
  if (hardwareId !== undefined && license.hardwareIds?.includes(hardwareId) === false) return 'otherDevice';
  return undefined;
}

function timesOf({ now = new Date(), clockTolerance = 300 }: VerifyOptions): { now: number; tolerance: number } {
  if (Number.isNaN(now.getTime())) throw new TypeError('now is not a date');
  if (!(clockTolerance >= 0 && clockTolerance < Number.POSITIVE_INFINITY)) {
    throw new TypeError('clockTolerance is not a number of seconds');
  }
  return { now: now.getTime(), tolerance: clockTolerance * 1000 };
}

function keyOf(keys: PublicKeys, keyId: string): Uint8Array<ArrayBuffer> | undefined {
  const encoded = Object.hasOwn(keys, keyId) ? keys[keyId] : undefined;
  if (encoded === undefined) return undefined;
  const key = bytesOf(encoded);
  if (key?.length !== keyLength) throw new TypeError(`the public key ${keyId} is not 32 bytes of base64url`);
  return key;
}

/** The parts of a file of this version; undefined for anything else. */
function readEnvelope(fileText: string): Envelope | undefined {
  if (typeof fileText !== 'string' || fileText.length > longestFile) return undefined;
  // Editors put a byte order mark at the beginning.
  const file = parse(fileText.replace(/^\ufeff/, ''));
  if (!isObject(file)) return undefined;
  const { format, version, algorithm, keyId, payload, signature } = file;
  if (format !== 'portico-license' || version !== 1 || algorithm !== 'Ed25519') return undefined;
  if (typeof keyId !== 'string' || typeof payload !== 'string' || typeof signature !== 'string') return undefined;
  if (!/^[\w.-]{1,64}$/.test(keyId) || !bytesOf(payload)) return undefined;
  return bytesOf(signature)?.length === signatureLength ? { keyId, payload, signature } : undefined;
}

async function isSigned({ payload, signature }: Envelope, publicKey: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
  const signed = new TextEncoder().encode(domain + payload);
  return crypto.subtle.verify('Ed25519', key, bytesOf(signature) as Uint8Array<ArrayBuffer>, signed);
}

/** The bytes that base64url stands for; undefined where a character, the length or the last bits are not canonical. */
function bytesOf(encoded: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(encoded) || encoded.length % 4 === 1) return undefined;
  const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'));
  const canonical = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  if (canonical !== encoded) return undefined;
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** UTF-8; undefined for bytes that are not. */
function textOf(payload: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytesOf(payload));
  } catch {
    return undefined;
  }
}

function parse(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refused(reason: Reason): Verification {
  return { ok: false, reason };
}
