export { checkLicenses } from './delivery/check.ts';
export { deliver } from './delivery/deliver.ts';
export { addDemoDevices, type DemoDevice } from './devices/demonstration.queries.ts';
export { findDeviceTotal, findFirstDevice } from './devices/devices.lists.queries.ts';
export { listRepeatedTrials } from './devices/repeated-trials.ts';
export { createLicensingContext, licensingDomain } from './domain.ts';
export { listLicenseEndsAhead, listLicenseEndsOfAccount } from './licenses/ends.queries.ts';
export { createPayload, signLicense } from './licenses/license-file.ts';
export { findCurrentKey } from './licenses/license-keys.queries.ts';
export { createKey, openPrivateKey, provideKey, resealLicenseKeys } from './licenses/license-keys.ts';
export {
  countSeats,
  findDevicesInUse,
  findLicense,
  findLicenses,
  findSeats,
  type LicenseRow,
  listExceeded,
  listHostLockedLicenses,
  listLicenseIds,
  searchLicenses,
} from './licenses/licenses.queries.ts';
export { isUsable } from './licenses/licenses.rules.ts';
export { listLicenses } from './licenses/licenses-list.queries.ts';
export { createSerialNumber } from './licenses/serial-number.ts';
export { addDemoOrder } from './orders/demonstration.ts';
export { selectAccountsWithOrders } from './orders/manual-orders.queries.ts';
export type { OrdersContext } from './orders/orders.context.ts';
export { deriveExpiry } from './orders/orders.projection.ts';
export { searchOrders } from './orders/orders.queries.ts';
export { addDemoTokens, type DemoToken } from './product-tokens/demonstration.queries.ts';
export { listEndingTokens, listTokenEndsAhead } from './product-tokens/expiry-warnings.queries.ts';
