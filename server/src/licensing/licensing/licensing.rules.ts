import type { ValidationCode } from '@portico/contract';
import type { Plan, Product } from '../../catalog/index.ts';
import type { CallLicense, LicenseCandidate } from './look-up.ts';

const hourMilliseconds = 3_600_000;

/** The state of a license, as a wire value (LIC-7). */
export type LicenseState = 'active' | 'pending' | 'canceled' | 'expired';

export function licenseState(
  { status, expiresAt }: Pick<CallLicense, 'status' | 'expiresAt'>,
  now: Date,
): LicenseState {
  if (status === 3) return 'canceled';
  if (status === 2) return 'pending';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active';
}

/** The license that a request applies to (LIC-6): the named one, otherwise the one with the device, otherwise the account's only usable one. */
export function chooseCandidate(candidates: readonly LicenseCandidate[]): LicenseCandidate | 'none' | 'several' {
  const [only, ...others] = candidates;
  if (!only) return 'none';
  if (others.length === 0) return only;
  const withDevice = candidates.filter(({ device }) => device !== undefined);
  return withDevice.find(({ device }) => device?.status === 0) ?? withDevice[0] ?? 'several';
}

const refusedStates = { pending: 'LicensePending', canceled: 'LicenseCanceled', expired: 'LicenseExpired' } as const;

/** Whether a device may run, and if not, why (LIC-7). The first reason that applies is returned. */
export function judge(
  { license, device, hasSession }: Pick<LicenseCandidate, 'license' | 'device' | 'hasSession'>,
  now: Date,
): Exclude<ValidationCode, 'FeatureMissing'> {
  if (!device) return 'DeviceUnknown';
  if (device.status === 5) return 'DeviceReleased';
  const state = licenseState(license, now);
  if (state !== 'active') return refusedStates[state];
  if (device.status === 2) return 'DeviceBlocked';
  if (device.status === 1) return 'DeviceExceeded';
  return license.licenseModel === 1 && !hasSession ? 'SessionEnded' : 'Valid';
}

/** Hours for which a product may run while the portal is unreachable: as the catalog allows, but never past the license's end (LIC-16). */
export function allowedOfflineHours(
  { expiresAt }: Pick<CallLicense, 'expiresAt'>,
  product: Pick<Product, 'offlineHours'> | undefined,
  now: Date,
): number {
  const allowed = product?.offlineHours ?? 0;
  if (expiresAt === null) return allowed;
  return Math.max(0, Math.min(allowed, Math.floor((expiresAt.getTime() - now.getTime()) / hourMilliseconds)));
}

type Values = Plan['featureValues'];

/** The values of a plan's features. With a version, only features whose version range contains it (LIC-9). */
export function planFeatures(
  product: Pick<Product, 'featureScopes'> | undefined,
  plan: Pick<Plan, 'featureValues'> | undefined,
  version: string | undefined,
): Values {
  const values = plan?.featureValues ?? {};
  const number = version === undefined ? undefined : parseVersion(version);
  if (!product || !number) return values;
  const missing = new Set(
    product.featureScopes.flatMap((scope) =>
      scope.features.filter((feature) => !isWithin(number, feature)).map(({ name }) => `${scope.name} ${name}`),
    ),
  );
  return Object.fromEntries(
    Object.entries(values).map(([scope, features]) => [
      scope,
      Object.fromEntries(Object.entries(features).filter(([name]) => !missing.has(`${scope} ${name}`))),
    ]),
  );
}

/** Whether a feature has a value other than `false`. */
export function hasFeature(
  values: Values,
  { scope, name }: { readonly scope: string; readonly name: string },
): boolean {
  const value =
    Object.hasOwn(values, scope) && Object.hasOwn(values[scope] ?? {}, name) ? values[scope]?.[name] : false;
  return value !== false && value !== undefined;
}

function isWithin(
  version: readonly number[],
  { fromVersion, toVersion }: { readonly fromVersion: string | null; readonly toVersion: string | null },
): boolean {
  const isAfter = fromVersion === null || compareVersions(version, parseVersion(fromVersion) ?? []) >= 0;
  // A version that begins with the range's last version is in the range: 4.9.2 is within 4.9.
  const last = toVersion === null ? undefined : parseVersion(toVersion);
  return isAfter && (last === undefined || compareVersions(version.slice(0, last.length), last) <= 0);
}

/** The numbers at the start of a version, or undefined. */
function parseVersion(version: string): number[] | undefined {
  const [written] = /^\d{1,9}(?:\.\d{1,9}){0,3}/.exec(version) ?? [];
  return written?.split('.').map(Number);
}

function compareVersions(a: readonly number[], b: readonly number[]): number {
  const length = Math.max(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
