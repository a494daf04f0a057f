import type { PortalModule } from '../../core/portal-module.ts';
import { userImportRoutes } from './user-imports.routes.ts';
import type { UserImportsContext } from './user-imports.service.ts';

/** Users of an account from a CSV file. */
export function userImportsModule(context: UserImportsContext): PortalModule {
  return { routes: userImportRoutes(context) };
}
