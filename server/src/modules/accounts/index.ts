export { findUserByEmail, replaceHash } from './accounts.queries.ts';
export {
  assertNamesFree,
  changePassword,
  createAccount,
  createCompany,
  createUser,
  findCompany,
  type NewUser,
} from './accounts.service.ts';
export {
  type AccountBillingDetails,
  findAccountBillingDetails,
  findAccountsOfCustomers,
  keepAccountCustomer,
  lockAccount,
  saveBusinessAddress,
} from './billing-details.queries.ts';
export { type Company, type CompanyBrand, listCompanies, saveCompanies } from './companies.queries.ts';
export { demonstrationPassword, demonstrationUsers, seedDemonstrationPeople } from './demonstration.ts';
export {
  type HashingPlace,
  hashPassword,
  isHashingFull,
  isWeakHash,
  verifyPassword,
  withHashing,
} from './passwords.ts';
