import type { PortalModule } from '../../core/portal-module.ts';
import type { LicensingContext } from './licensing.context.ts';
import { licensingRoutes } from './licensing.routes.ts';

/** The licensing API, by which the vendor's products activate, check and report (LIC-1). */
export function licensingModule(context: LicensingContext): PortalModule {
  return { routes: licensingRoutes(context) };
}
