import type { PortalModule } from '../../core/portal-module.ts';
import type { AccountsContext } from './accounts.context.ts';
import { accountRoutes } from './accounts.routes.ts';

export {
  deleteRegistering,
  isSecondFactorRequired,
  listAccountFeatures,
  openRegistered,
  requireSecondFactor,
} from './accounts.queries.ts';
export { createAccount, createCompany, findBrand, findCompany, findContact } from './accounts.service.ts';
export {
  findAccountBillingDetails,
  findAccountsOfCustomers,
  keepAccountCustomer,
  lockAccount,
  saveBusinessAddress,
} from './billing-details.queries.ts';
export {
  type CompanyFields,
  countAccountsOf,
  deleteCompany,
  deleteLogo,
  type Logo,
  listAllLogos,
  listCompanyPage,
  lockCompany,
  logoFields,
  moveAccount,
  saveLogo,
  selectLogo,
  updateCompany,
} from './brands.queries.ts';
export {
  type Company,
  type CompanyBrand,
  defaultCompanyId,
  insertCompany,
  listCompanies,
  saveCompanies,
  selectCompany,
  selectCompanyBySlug,
} from './companies.queries.ts';
export { findAccountBrand, findAccountNames, listAccountIds } from './listing.queries.ts';
export {
  type AccountPage,
  findAccount,
  listAccountPage,
} from './operators.queries.ts';
export {
  findRegistrationDetails,
  keepRegistrationDetails,
} from './registration-details.queries.ts';
export { searchAccounts } from './search.queries.ts';
export {
  type AccountSettingsRow,
  findAccountSettings,
  findNoticeDays,
  lockAccountSettings,
  updateAccountSettings,
} from './settings.queries.ts';
export {
  type CustomersOfCompany,
  listAllShownCustomers,
  listShownCustomers,
  replaceShownCustomers,
  type ShownCustomer,
  saveShownCustomers,
} from './shown-customers.queries.ts';
export {
  findAccountOfSsoKey,
  findAccountSignOn,
  lockAccountSignOn,
  provideSsoKey,
  requireSingleSignOn,
} from './single-sign-on.queries.ts';

/** The accounts, as operators see them. */
export function accountsModule(context: AccountsContext): PortalModule {
  return { routes: accountRoutes(context) };
}
