import type { PortalModule } from '../portal-module.ts';
import { userRoutes } from './users.routes.ts';
import type { UsersContext } from './users.service.ts';

export { demonstrationPassword, demonstrationUsers, seedDemonstrationPeople } from './demonstration.ts';
export {
  type HashingPlace,
  hashPassword,
  isHashingFull,
  isWeakHash,
  verifyPassword,
  withHashing,
} from './passwords.ts';
export { findUserByEmail, replaceHash } from './user-creation.queries.ts';
export { changePassword, createUser, type NewUser } from './user-creation.ts';

/** The people of an account, kept by its admins. */
export function usersModule(context: UsersContext): PortalModule {
  return { routes: userRoutes(context) };
}
