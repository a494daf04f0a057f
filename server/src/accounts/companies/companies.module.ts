import type { PortalModule } from '../../core/portal-module.ts';
import type { CompaniesContext } from './companies.context.ts';
import { companyRoutes } from './companies.routes.ts';

/** The vendor's brands, as operators see them, and their logos. Their tables belong to the accounts, which name their company wherever they are listed. */
export function companiesModule(context: CompaniesContext): PortalModule {
  return { routes: companyRoutes(context) };
}
