import type { PortalModule } from '../../core/portal-module.ts';
import type { UsersContext } from './users.context.ts';
import { type UserReportContext, userReportRoutes } from './users.report.ts';
import { userRoutes } from './users.routes.ts';

export { type ActingTarget, findActingTarget } from './acting-target.queries.ts';
export { followActivation } from './activation.ts';
export type { ListedUser } from './bulk-creation.queries.ts';
export { insertNewUsers, judgeNames } from './bulk-creation.ts';
export { endLinks, lockAccountRoles } from './changing-users.ts';
export { demonstrationPassword, demonstrationUsers, seedDemonstrationPeople } from './demonstration.ts';
export { type Invitee, listInvitees } from './invitees.queries.ts';
export { deactivateInvitee } from './invitees.ts';
export { nameUsers } from './named.queries.ts';
export { mailChangedByAdmin, nameOf } from './notices.ts';
export {
  findOperator,
  hasOtherLastingOperator,
  listOperators,
  lockOperators,
  type OperatorPage,
  type OperatorRow,
  updateOperatorActivation,
} from './operator-list.queries.ts';
export {
  countUsers,
  findOwners,
  hasOperators,
  hasSeveralUsers,
  listOperatorAccounts,
  listUsersOfAccount,
  type UsersOfAccountPage,
} from './operators.queries.ts';
export {
  type HashSlot,
  hashPassword,
  isHashingFull,
  isWeakHash,
  verifyPassword,
  withHashQueue,
} from './passwords.ts';
export {
  activateRegistered,
  findPasswordHash,
  findPerson,
  findUserForReset,
  hasRefusal,
  type Person,
  updateEmail,
  updatePassword,
  updatePerson,
} from './people.queries.ts';
export {
  findOwnerRecipient,
  findRecipient,
  findTimeZone,
  listAdminRecipients,
  type Recipient,
} from './recipients.queries.ts';
export { searchUsers } from './search.queries.ts';
export { findSignOnUser, findSignOnUserByAddress, type SignOnUser } from './sign-on.queries.ts';
export { lockRoles, updateOwner } from './user-changes.queries.ts';
export { findUserByEmail, lockNames, replaceHash } from './user-creation.queries.ts';
export {
  assertNamesFree,
  createUser,
  hashChosenPassword,
  insertNewUser,
  isAddressFree,
  isAddressTaken,
  mayBeLogin,
  type NewUser,
} from './user-creation.ts';
export type { UserDefaults } from './users.context.ts';
export { UserConflictError } from './users.errors.ts';
export { findUserNames, listBuyers } from './users.queries.ts';
export { mayChange, rolesOf } from './users.rules.ts';
export { addVouchedUser, followVouchedStanding } from './vouched-users.ts';
export { lockWaysIn, noteOfferedPasskey, noteSessionsEnded, wasNeverOfferedPasskey } from './ways-in.queries.ts';

/** The users of an account, managed by its admins. */
export function usersModule(context: UsersContext): PortalModule {
  return { routes: userRoutes(context) };
}

/** The users of an account as a file. */
export function userReportModule(context: UserReportContext): PortalModule {
  return { routes: userReportRoutes(context) };
}
export { readUserProducts, setUserProducts } from './user-products.queries.ts';
export type { GrantableProduct, GrantableProducts } from './users.context.ts';
