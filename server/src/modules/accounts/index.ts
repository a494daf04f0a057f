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
