export { compareLicenses, type LicenseDifference, licenseOf } from './licenses.projection.ts';
export {
  beginCheck,
  endCheck,
  findDevicesInUse,
  findLicense,
  findLicenses,
  type LicenseCheckDifference,
  type LicenseCheckResult,
  type LicenseRow,
  lockLicense,
} from './licenses.queries.ts';
export { removeLicenses, upsertLicenses } from './projection.queries.ts';
export { licenseNumberOf, newSerialNumber } from './serial-number.ts';
