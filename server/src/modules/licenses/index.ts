export type { DeviceCounts, LicenseDevices } from './licenses.context.ts';
export { LicenseFullError, LicenseNotActiveError } from './licenses.errors.ts';
export {
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
