export { beginCheck, endCheck, type LicenseCheckDifference, type LicenseCheckResult } from './checks.queries.ts';
export type { DeviceCounts, LicenseDevices } from './licenses.context.ts';
export { LicenseFullError, LicenseNotActiveError } from './licenses.errors.ts';
export { compareLicenses, type LicenseDifference, licenseOf } from './licenses.projection.ts';
export {
  findDevicesInUse,
  findLicense,
  findLicenses,
  type LicenseRow,
  listHostLockedLicenses,
  listLicenseIds,
  lockLicense,
  type PlacesTaken,
  setDeviceCounts,
} from './licenses.queries.ts';
export { allowedReleases, hasPlace, isUsable, unlimited } from './licenses.rules.ts';
export { removeLicenses, upsertLicenses } from './projection.queries.ts';
export { licenseNumberOf, newSerialNumber } from './serial-number.ts';
