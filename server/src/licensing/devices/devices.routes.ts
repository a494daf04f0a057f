import { contract } from '@portico/contract';
import { sendReport } from '../../core/http/csv.ts';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import type { JobDefinition } from '../../core/jobs/queue.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import type { LicenseDevices } from '../licenses/licenses.context.ts';
import { addDevice, addDeviceToLicense } from './devices.add.ts';
import type { DevicesContext } from './devices.context.ts';
import { blockDevice, saveDevice, unblockDevice } from './devices.edit.ts';
import { countByStatus, fileCoveredDevices } from './devices.queries.ts';
import { releaseDevice, replaceDevice } from './devices.release.ts';
import { reportColumns, reportRows } from './devices.report.ts';
import {
  getDevice,
  getUsage,
  listDevices,
  listHistory,
  listHistoryOfLicense,
  listOfLicense,
} from './devices.service.ts';
import { endLeasesJob } from './end-leases.ts';
import { deleteReleasedDevices } from './retention.queries.ts';
import { sumFinishedDays } from './sum-usage.ts';

const { devices } = contract;

function deviceRoutes(context: DevicesContext): Route[] {
  const route = createRouteBuilder(context);
  return [
    route(devices.list, ({ context, query }) => listDevices(context, query)),
    route(devices.export, ({ context, query, reply }) =>
      sendReport(
        reply,
        { name: 'hardware-ids', columns: reportColumns, rows: reportRows(context, query) },
        context,
        query,
      ),
    ),
    route(devices.get, ({ context, params }) => getDevice(context, params.id)),
    route(devices.listHistory, ({ context, params, query }) => listHistory(context, params.id, query)),
    route(devices.add, ({ context, body }) => addDevice(context, body)),
    route(devices.save, ({ context, params, body }) => saveDevice(context, params.id, body)),
    route(devices.release, ({ context, params, body }) => releaseDevice(context, params.id, body)),
    route(devices.replace, ({ context, params, body }) => replaceDevice(context, params.id, body)),
    route(devices.block, ({ context, params, body }) => blockDevice(context, params.id, body)),
    route(devices.unblock, ({ context, params, body }) => unblockDevice(context, params.id, body)),
    route(devices.listOfLicense, ({ context, params, query }) => listOfLicense(context, params.id, query)),
    route(devices.listHistoryOfLicense, ({ context, params, query }) =>
      listHistoryOfLicense(context, params.id, query),
    ),
    route(devices.addToLicense, ({ context, params, body }) => addDeviceToLicense(context, params.id, body)),
    route(devices.getUsage, ({ context, params }) => getUsage(context, params.id)),
  ];
}

/** The functions of devices that licenses call. */
export const licenseDevices: LicenseDevices = { countByStatus, fileCovered: fileCoveredDevices };

/** The devices that licenses cover. */
export function devicesModule(context: DevicesContext): PortalModule {
  const sums: JobDefinition<never> = {
    name: 'devices-sum-use',
    maxAttempts: 5,
    schedule: '20 0 * * *',
    run: () => sumFinishedDays(context.database, new Date()),
  };
  const retention: JobDefinition<never> = {
    name: 'devices-retention',
    maxAttempts: 3,
    schedule: '49 2 * * *',
    run: async () => void (await deleteReleasedDevices(context.database.query)),
  };
  return { routes: deviceRoutes(context), jobs: [endLeasesJob(context) as JobDefinition<never>, sums, retention] };
}
