import type { JobDefinition } from '../../core/jobs/queue.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import type { LicenseDevices } from '../licenses/licenses.context.ts';
import type { DevicesContext } from './devices.context.ts';
import { countByStatus, countReleases, fileCovered } from './devices.queries.ts';
import { deviceRoutes } from './devices.routes.ts';
import { endLeasesJob } from './end-leases.ts';
import { sumFinishedDays } from './sum-use.ts';

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
