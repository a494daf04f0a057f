import type { PortalModule } from '../../core/portal-module.ts';
import type { LicensesContext } from './licenses.context.ts';
import { licenseRoutes } from './licenses.routes.ts';

/** The licenses of accounts, their signed files, and the keys that sign them. */
export function licensesModule(context: LicensesContext): PortalModule {
  return { routes: licenseRoutes(context) };
}
