import type { Database } from '../../db/database.ts';
import type { PortalModule } from '../portal-module.ts';
import { accountRoutes } from './accounts.routes.ts';

export { isSecondFactorRequired, requireSecondFactor } from './accounts.queries.ts';
export { createAccount, createCompany, findCompany } from './accounts.service.ts';
export {
  findAccountBillingDetails,
  findAccountsOfCustomers,
  keepAccountCustomer,
  lockAccount,
  saveBusinessAddress,
} from './billing-details.queries.ts';
export {
  type Company,
  type CompanyBrand,
  defaultCompanyId,
  listCompanies,
  saveCompanies,
  selectCompany,
} from './companies.queries.ts';
export { findAccountBrand, findAccountNames, listAccountIds } from './listing.queries.ts';

/** The accounts, as operators see them. */
export function accountsModule(context: { readonly database: Database }): PortalModule {
  return { routes: accountRoutes(context) };
}
