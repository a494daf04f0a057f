import type { PortalModule } from '../portal-module.ts';
import { userRoutes } from './users.routes.ts';
import type { UsersContext } from './users.service.ts';

export { demonstrationPassword, demonstrationUsers, seedDemonstrationPeople } from './demonstration.ts';
export {
  type HashSlot,
  hashPassword,
  isHashingFull,
  isWeakHash,
  verifyPassword,
  withHashQueue,
} from './passwords.ts';
export {
  findPasswordHash,
  findPerson,
  findUserForReset,
  hasRefusal,
  type Person,
  updateEmail,
  updatePassword,
  updatePerson,
} from './people.queries.ts';
export { findRecipient, listAdminRecipients, type Recipient } from './recipients.queries.ts';
export { findUserByEmail, replaceHash } from './user-creation.queries.ts';
export {
  assertNamesFree,
  createUser,
  hashChosenPassword,
  isAddressFree,
  type NewUser,
} from './user-creation.ts';
export { findUserNames, listBuyers } from './users.queries.ts';
export { lockWaysIn, noteOfferedPasskey, wasNeverOfferedPasskey } from './ways-in.queries.ts';

/** The users of an account, managed by its admins. */
export function usersModule(context: UsersContext): PortalModule {
  return { routes: userRoutes(context) };
}
