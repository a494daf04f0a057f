export { type Company, type Credentials, replaceHash, selectCredentials } from './accounts.queries.ts';
export {
  changePassword,
  createAccount,
  createCompany,
  createUser,
  defaultCompanyId,
  findCompany,
  hashNewPassword,
  insertNewUser,
  type NewUser,
} from './accounts.service.ts';
export { demonstrationPassword, demonstrationUsers, seedDemonstrationPeople } from './demonstration.ts';
export { hashPassword, isWeakHash, prepareVerification, verifyPassword, withHashingPlace } from './passwords.ts';
