export {
  type Company,
  findUserByEmail,
  replaceHash,
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
  type HashingPlace,
  hashPassword,
  isHashingFull,
  isWeakHash,
  verifyPassword,
  withHashing,
} from './passwords.ts';
