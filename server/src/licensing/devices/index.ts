import type { JobDefinition } from '../../core/jobs/queue.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import type { LicenseDevices } from '../licenses/index.ts';
import type { DevicesContext } from './devices.context.ts';
import { countByStatus, countReleases, fileCovered } from './devices.queries.ts';
import { deviceRoutes } from './devices.routes.ts';
import { endLeasesJob } from './end-leases.ts';
import { sumFinishedDays } from './sum-use.ts';

export { activateDevice, activateWithin } from './activate.ts';
export { assignPlaces } from './assign-places.ts';
export { sumCounters, sumCountersByDay } from './counters.queries.ts';
export { addDemoDevices, type DemoDevice } from './demonstration.queries.ts';
export type { DevicesContext } from './devices.context.ts';
export { countDevices, listDevicesOfLicense } from './devices.lists.queries.ts';
export { type DeviceRow, findDevice, noteFiled } from './devices.queries.ts';
export { endLeases } from './end-leases.ts';
export { deactivateDevice, evictDevice, findPlacesToGive, type GivenUp, releaseWithin } from './give-up.ts';
export { recognizeDevice } from './known-devices.ts';
export { type CheckOut, checkOut, giveBack, type Renewal, renew, renewalOf } from './leases.ts';
export { moveDevices } from './move.queries.ts';
export { findMisplaced } from './places.queries.ts';
export type { ByProduct, Machine, Refusal } from './product-context.ts';
export { findOnLicense, findReleased, listByHardwareId } from './reported-devices.queries.ts';
export type { DeviceReport } from './reports.queries.ts';
export { createReports, type Reports } from './reports.ts';
export { sumAllUse } from './sum-use.ts';
export { findDeviceTotal } from './totals.queries.ts';
export {
  type ActiveDevices,
  countActiveDevices,
  type DayOfUse,
  findPeakLicense,
  findUseBounds,
  listLastHeard,
  sumUseByDay,
  type UsageDays,
} from './use.queries.ts';

/** What licenses show of their devices. */
export const licenseDevices: LicenseDevices = { countByStatus, countReleases, fileCovered };

/** The devices that licenses cover. */
export function devicesModule(context: DevicesContext): PortalModule {
  const sums: JobDefinition<never> = {
    name: 'devices-sum-use',
    maxAttempts: 5,
    schedule: '20 0 * * *',
    run: () => sumFinishedDays(context.database, new Date()),
  };
  return { routes: deviceRoutes(context), jobs: [endLeasesJob(context) as JobDefinition<never>, sums] };
}
