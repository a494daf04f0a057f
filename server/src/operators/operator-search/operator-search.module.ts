import type { Database } from '../../core/db/database.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import { operatorSearchRoutes } from './operator-search.routes.ts';

/** The operators' search over everything that names a customer. */
export function operatorSearchModule(context: { readonly database: Database }): PortalModule {
  return { routes: operatorSearchRoutes(context) };
}
