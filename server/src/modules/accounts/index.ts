export {
  type Company,
  findUserByEmail,
  replaceHash,
  selectCredentials,
} from './accounts.queries.ts';
export {
  changePassword,
  createAccount,
  createCompany,
  createUser,
  findCompany,
  type NewUser,
} from './accounts.service.ts';
export { demonstrationPassword, demonstrationUsers, seedDemonstrationPeople } from './demonstration.ts';
export {
  hashPassword,
  isWeakHash,
  refuseWhenBusy,
  verifyPassword,
  withHashingPlace,
} from './passwords.ts';
