import { clockTolerance } from './clock.ts';
import { isRefusal, type LicensingError } from './errors.ts';
import type { License } from './license.ts';
import type { Answer } from './signed-answer.ts';
import type { Verification } from './verify-license.ts';
import {
  type DeviceState,
  type Features,
  type LicenseState,
  readDeviceState,
  readFeatures,
  readHours,
  readLicenseState,
  readSessionState,
  type SessionState,
} from './wire.ts';

/** The codes of validations and heartbeats. */
export type ValidationCode =
  | 'Valid'
  | 'DeviceUnknown'
  | 'DeviceReleased'
  | 'DeviceBlocked'
  | 'DeviceExceeded'
  | 'LicenseExpired'
  | 'LicenseCanceled'
  | 'LicensePending'
  | 'FeatureMissing'
  | 'SessionEnded';

/**
 * The client's additional codes:
 * - `NotActivated`: nothing was activated here, or it was given up;
 * - `NoSession`: the license is floating, and no session is open;
 * - `OfflineTooLong`: the portal has been unreachable for longer than the license allows;
 * - `ClockSetBack`: the device's clock is behind a time that the portal signed.
 */
export type StandingCode =
  | ValidationCode
  | 'NotActivated'
  | 'NoSession'
  | 'OfflineTooLong'
  | 'ClockSetBack'
  | (string & {});

/** Whether the product may be used, and why. */
export interface Standing {
  readonly isLicensed: boolean;
  /** `Valid`, or the reason why not. */
  readonly code: StandingCode;
  /** The source: the portal just now, its earlier answer, an activation file, or none. */
  readonly source: 'portal' | 'earlier' | 'file' | 'none';
  /** When the portal gave that answer; missing without an answer. */
  readonly saidAt?: Date;
  /** Until when this standing is valid without another answer; null for no limit. */
  readonly until: Date | null;
  readonly license?: LicenseState;
  readonly device?: DeviceState;
  readonly features?: Features;
  /** Why the portal did not answer, if an earlier answer is used. */
  readonly error?: LicensingError;
}

/** The part of an answer about this device. */
export interface Word {
  /** The time of the answer, in milliseconds since 1970. */
  readonly time: number;
  readonly code: StandingCode;
  readonly offlineHours: number;
  readonly license?: LicenseState | undefined;
  readonly device?: DeviceState | undefined;
  readonly features?: Features | undefined;
  readonly session?: SessionState | undefined;
}

/**
 * Why an answer is not about this product on this device; undefined if it is. A no may name another device, such as the
 * one that the portal recognized by its fingerprints, because it allows nothing.
 */
export function foreignReason(
  { status, body }: Answer,
  { product, hardwareId }: { readonly product: string; readonly hardwareId: string },
): 'otherProduct' | 'otherDevice' | undefined {
  const license = readLicenseState(body.license);
  if (license && license.product !== product) return 'otherProduct';
  const device = readDeviceState(body.device);
  const isYes = status === 200 && body.valid !== false;
  return isYes && device && device.hardwareId !== hardwareId ? 'otherDevice' : undefined;
}

/** Reads the part of an answer about this device, or undefined. */
export function readWord({ status, call, time, body }: Answer): Word | undefined {
  const word = {
    time,
    offlineHours: readHours(body),
    license: readLicenseState(body.license),
    device: readDeviceState(body.device),
    features: readFeatures(body.features),
    session: readSessionState(body.session),
  };
  if (status !== 200) {
    return typeof body.code === 'string' && isRefusal(body.code) ? { ...word, code: body.code } : undefined;
  }
  if (call === 'validations' || call === 'heartbeats') {
    if (typeof body.valid !== 'boolean' || typeof body.code !== 'string') return undefined;
    // A yes without its license and device could not be judged later.
    if (body.valid !== (body.code === 'Valid') || (body.valid && !(word.license && word.device))) return undefined;
    return { ...word, code: body.code };
  }
  const isYes = call === 'activations' || ((call === 'sessions' || call === 'sessions/renewals') && word.session);
  return isYes && word.license && word.device ? { ...word, code: 'Valid' } : undefined;
}

/** The input of `judge`. Times are milliseconds since 1970. */
export interface Facts {
  /** The catalog's id of the product. */
  readonly product: string;
  readonly now: number;
  /** The newest time that was seen. */
  readonly newestTime: number;
  readonly word?: Word | undefined;
  /** The last answer about the session of a floating license. */
  readonly lease?: Word | undefined;
  readonly file?: Verification | undefined;
}

/**
 * Whether the product may be used now, from the portal's last answers. The newest one counts; a no is valid until the
 * next yes.
 */
export function judge(facts: Facts): Standing {
  const { word, lease, file } = facts;
  const license = file && licenseOf(file);
  const newestAnswer = Math.max(word?.time ?? 0, lease?.time ?? 0);
  if (license && Date.parse(license.issuedAt) > newestAnswer) return judgeFile(file, facts);
  const last = lease && (!word || lease.time >= word.time) ? lease : word;
  if (!last) return file ? judgeFile(file, facts) : none('NotActivated');
  const said = { ...describe(last), source: 'earlier' } as const;
  if (last.code !== 'Valid') return { ...said, isLicensed: false, code: last.code, until: null };
  const features = last.features ?? word?.features;
  const end = validUntil(last, lease);
  const code = codeAt(facts.now, Math.max(facts.newestTime, newestAnswer), last, end);
  const until = end === null ? null : new Date(end);
  return { ...said, ...(features && { features }), isLicensed: code === 'Valid', code, until };
}

function codeAt(now: number, newestTime: number, { license }: Word, end: number | null): StandingCode {
  if (now < newestTime - clockTolerance) return 'ClockSetBack';
  if (end === Number.NEGATIVE_INFINITY) return 'NoSession';
  if (end === null || now < end) return 'Valid';
  const expires = licenseEnd(license);
  if (expires !== null && now >= expires) return 'LicenseExpired';
  return license?.model === 'floating' ? 'SessionEnded' : 'OfflineTooLong';
}

/** Until when a yes is valid without another answer; in the past for a floating license without a session. */
function validUntil(last: Word, lease: Word | undefined): number | null {
  const expires = licenseEnd(last.license) ?? Number.POSITIVE_INFINITY;
  if (last.license?.model !== 'floating') return Math.min(expires, last.time + last.offlineHours * 3_600_000);
  const session = lease?.code === 'Valid' ? lease.session : undefined;
  if (!session) return Number.NEGATIVE_INFINITY;
  return Math.min(
    expires,
    Math.max(Date.parse(session.expiresAt), Date.parse(session.borrowedUntil ?? session.expiresAt)),
  );
}

/** The license's end, including grace days while a payment is due. */
function licenseEnd(license: LicenseState | undefined): number | null {
  if (!license?.expiresAt) return null;
  return Math.max(Date.parse(license.expiresAt), Date.parse(license.graceUntil ?? license.expiresAt));
}

function judgeFile(file: Verification, { now, newestTime, product }: Facts): Standing {
  const license = licenseOf(file);
  if (!license) return none(file.ok ? 'NotActivated' : (fileCodes[file.reason] ?? 'NotActivated'));
  if (now < newestTime - clockTolerance) return { ...none('ClockSetBack'), source: 'file' };
  const features = license.products.find((each) => each.product === product)?.features;
  return {
    isLicensed: true,
    code: 'Valid',
    source: 'file',
    saidAt: new Date(license.issuedAt),
    until: license.expiresAt === null ? null : new Date(license.expiresAt),
    ...(features && { features }),
  };
}

const licenseOf = (file: Verification): License | undefined => (file.ok ? file.license : undefined);

/** The standing's code for each reason to reject a file. */
const fileCodes: Readonly<Record<string, StandingCode>> = {
  expired: 'LicenseExpired',
  notYetIssued: 'ClockSetBack',
  otherDevice: 'DeviceUnknown',
};

const none = (code: StandingCode): Standing => ({ isLicensed: false, code, source: 'none', until: null });

function describe({ time, license, device, features }: Word): Partial<Standing> {
  return {
    saidAt: new Date(time),
    ...(license && { license }),
    ...(device && { device }),
    ...(features && { features }),
  };
}
