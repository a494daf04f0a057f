import { findNamedUsers } from '../accounts/index.ts';
import type { Queryable } from '../core/db/database.ts';
import type { JobDefinition } from '../core/jobs/queue.ts';
import type { PortalModule } from '../core/portal-module.ts';
import { checkLicensesJob, type DeliveryContext } from './delivery/check.ts';
import { deliverOrder } from './delivery/deliver.ts';
import type { DevicesContext } from './devices/devices.context.ts';
import { devicesModule, licenseDevices } from './devices/devices.routes.ts';
import type { LicensesContext } from './licenses/licenses.context.ts';
import { findLicenses, findLicensesByNumber } from './licenses/licenses.queries.ts';
import { licensesModule } from './licenses/licenses.routes.ts';
import type { LicensingContext } from './licensing/licensing.context.ts';
import { licensingModule } from './licensing/licensing.routes.ts';
import { offlineRequestsModule } from './offline-requests/offline-requests.routes.ts';
import type { OfflineRequestsContext } from './offline-requests/offline-requests.service.ts';
import type { OrdersContext } from './orders/orders.context.ts';
import { ordersModule } from './orders/orders.routes.ts';
import { productDashboardsModule } from './product-dashboards/product-dashboards.routes.ts';
import type { ProductDashboardsContext } from './product-dashboards/product-dashboards.service.ts';
import type { ProductTokensContext } from './product-tokens/product-tokens.context.ts';
import { productTokensModule } from './product-tokens/product-tokens.routes.ts';

/** The numbers of licenses by id. Orders call it through their context, because licenses import orders. */
async function findLicenseNumbers(on: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const found = await findLicenses(on, ids);
  return new Map([...found].map(([id, { number }]) => [id, number]));
}

/** Functions that a folder of licensing calls in a folder that imports it. */
const parts = { deliverOrder, devices: licenseDevices, findLicenseNumbers, findLicensesByNumber, findNamedUsers };

/** Adds the functions that licensing's folders call in each other. Domains that use licensing call it, too. */
export const createLicensingContext = <Given extends object>(given: Given) => ({ ...given, ...parts });

type DomainContext = Omit<
  DeliveryContext &
    DevicesContext &
    LicensesContext &
    LicensingContext &
    OfflineRequestsContext &
    OrdersContext &
    ProductDashboardsContext &
    ProductTokensContext,
  keyof typeof parts
>;

export function licensingDomain(given: DomainContext): readonly PortalModule[] {
  const context = createLicensingContext(given);
  return [
    ordersModule(context),
    licensesModule(context),
    { jobs: [checkLicensesJob(context) as JobDefinition<never>] },
    devicesModule(context),
    offlineRequestsModule(context),
    productTokensModule(context),
    productDashboardsModule(context),
    licensingModule(context),
  ];
}
