import type { PortalModule } from '../../core/portal-module.ts';
import type { LicensesContext } from './licenses.context.ts';
import { licenseRoutes } from './licenses.routes.ts';

export { beginCheck, endCheck, type LicenseCheckDifference, type LicenseCheckResult } from './checks.queries.ts';
export { listLicenseEndsAhead, listLicenseEndsOfAccount } from './ends.queries.ts';
export { listExceeded } from './exceeded.queries.ts';
export { payloadOf, signLicense } from './license-file.ts';
export { findCurrentKey } from './license-keys.queries.ts';
export { makeKey, openPrivateKey, provideKey, rotateKey } from './license-keys.ts';
export type { CountedReleases, DeviceCounts, LicenseDevices, LicensesContext } from './licenses.context.ts';
export { LicenseFullError, LicenseNotActiveError } from './licenses.errors.ts';
export { compareLicenses, type LicenseDifference } from './licenses.projection.ts';
export {
  findDevicesInUse,
  findLatestLicense,
  findLicense,
  findLicenses,
  findSeats,
  type LicenseRow,
  listHostLockedLicenses,
  listLicenseIds,
  listLicenseIdsAfter,
  listLicensesOfProduct,
  lockLicense,
  lockLicenses,
  type PlacesTaken,
  setDeviceCounts,
} from './licenses.queries.ts';
export { hasPlace, isUsable } from './licenses.rules.ts';
export { listLicenses } from './licenses-list.queries.ts';
export { countPlaces } from './of-account.queries.ts';
export { extendLicenses, removeLicenses, upsertLicenses } from './projection.queries.ts';
export { findReleases, type Releases } from './releases.ts';
export { searchLicenses } from './search.queries.ts';
export { licenseNumberOf, newSerialNumber } from './serial-number.ts';

/** The licenses of accounts, their signed files, and the keys that sign them. */
export function licensesModule(context: LicensesContext): PortalModule {
  return { routes: licenseRoutes(context) };
}
