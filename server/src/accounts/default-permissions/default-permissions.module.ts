import type { PortalModule } from '../../core/portal-module.ts';
import { defaultPermissionRoutes } from './default-permissions.routes.ts';
import type { DefaultPermissionsContext } from './default-permissions.service.ts';

/** What an account's new users get. */
export function defaultPermissionsModule(context: DefaultPermissionsContext): PortalModule {
  return { routes: defaultPermissionRoutes(context) };
}
