export { findMailReader } from './account-settings/account-settings.service.ts';
export { findZonedMoment, isTimeZone } from './account-settings/time-zones.ts';
export {
  deleteRegisteringAccount,
  deleteUnconfirmedAccount,
  isSecondFactorRequired,
  isYoungAccount,
  openRegisteredAccount,
  updateSecondFactorRequirement,
} from './accounts/accounts.queries.ts';
export { createAccount, findBrand, findCompany, findContact } from './accounts/accounts.service.ts';
export {
  findAccountBillingDetails,
  findAccountsByCustomers,
  lockAccount,
  saveBusinessAddress,
  storeAccountCustomer,
} from './accounts/billing-details.queries.ts';
export { countBrandAccounts, listAllLogos, moveAccount, updateCompany } from './accounts/brands.queries.ts';
export {
  type Company,
  type CompanyBrand,
  defaultCompanyId,
  listCompanies,
  saveCompanies,
  selectCompany,
  selectCompanyBySlug,
} from './accounts/companies.queries.ts';
export {
  countAccountsInUse,
  findAccountBrand,
  findAccountNames,
  listAccountIds,
  listAccountsInUse,
  searchAccounts,
} from './accounts/listing.queries.ts';
export {
  type AccountPage,
  disableAccount,
  enableAccount,
  findAccount,
  listAccountPage,
} from './accounts/operators.queries.ts';
export {
  type AccountsContext,
  changeAccount,
  getAccount,
  OperatorsAccountError,
} from './accounts/operators.service.ts';
export {
  findAccountCountry,
  findRegistrationDetails,
  insertRegistrationDetails,
} from './accounts/registration-details.queries.ts';
export { findAccountSettings, findNoticeDays, updateAccountSettings } from './accounts/settings.queries.ts';
export {
  type CustomersOfCompany,
  listAllShownCustomers,
  listShownCustomers,
  replaceShownCustomers,
  type ShownCustomer,
  saveShownCustomers,
} from './accounts/shown-customers.queries.ts';
export {
  ensureSsoKey,
  findAccountBySsoKey,
  findAccountSignOn,
  lockAccountSignOn,
  updateSingleSignOnRequirement,
} from './accounts/single-sign-on.queries.ts';
export { installRefusalAudit } from './audit/audit.hooks.ts';
export { listActivity, listLatestEvents } from './audit/audit.queries.ts';
export {
  type Audit,
  type AuditDetail,
  type AuditEvent,
  type AuditInsertion,
  createAudit,
} from './audit/audit.service.ts';
export { describeKind } from './audit/audit-log.presentation.ts';
export { type Changes, changesBetween } from './audit/changes.ts';
export { findDefaults } from './default-permissions/default-permissions.service.ts';
export { accountsDomain } from './domain.ts';
export { findInvitation, type InvitationRow, listInvitations } from './links/invitations.ts';
export { deleteInvitation } from './links/links.queries.ts';
export { accessLinks, linkLifeSeconds } from './links/links.schema.ts';
export {
  findKnownLink,
  findLink,
  findUserLink,
  type IssuedLink,
  issueLink,
  type Link,
  LinkExpiredError,
  prepareLink,
  recordLinkMessage,
  redeemLinkCode,
  reissueLink,
  storeLinks,
  useAllLinks,
  useLink,
  voidLaterLinks,
  voidLinks,
} from './links/links.service.ts';
export type { SignInPort } from './ports.ts';
export { applyActivation, deactivateInvitee } from './users/activation.ts';
export type { ListedUser } from './users/bulk-creation.queries.ts';
export { findNameStatuses, insertNewUsers } from './users/bulk-creation.ts';
export { lockAccountRoles, voidMailedLinks } from './users/changing-users.ts';
export { demonstrationPassword, demonstrationUsers, seedDemonstrationPeople } from './users/demonstration.ts';
export {
  assertNotForeign,
  claimDomainAddresses,
  findForeignAddresses,
  parseMailDomain,
} from './users/domain-addresses.ts';
export { type Invitee, listInvitees } from './users/invitees.queries.ts';
export { type ActingTarget, findActingTarget, findNamedUsers } from './users/named.queries.ts';
export {
  findOperator,
  hasOtherPermanentOperator,
  listOperators,
  lockOperators,
  type OperatorPage,
  type OperatorRow,
  updateOperatorActivation,
} from './users/operator-list.queries.ts';
export {
  countUsers,
  findOwners,
  hasOperators,
  hasSeveralUsers,
  listOperatorAccounts,
  listSharedMailboxes,
  listUsersOfAccount,
  type UsersOfAccountPage,
} from './users/operators.queries.ts';
export type { PasswordContext } from './users/password-policy.ts';
export {
  type HashSlot,
  hashPassword,
  isHashingFull,
  isWeakHash,
  verifyPassword,
  withHashQueue,
} from './users/passwords.ts';
export {
  activateRegisteredOwner,
  confirmSignUpEmail,
  correctUnconfirmedOwner,
  findPasswordHash,
  findPerson,
  findUnconfirmedOwners,
  findUserForReset,
  hasRefusal,
  type Person,
  recordProvedAddress,
  updateEmail,
  updatePassword,
  updatePerson,
} from './users/people.queries.ts';
export {
  findOwnerRecipient,
  findRecipient,
  isProvedAddress,
  listAdminRecipients,
  listRecipientsByName,
  type Recipient,
} from './users/recipients.queries.ts';
export { searchUsers } from './users/search.queries.ts';
export {
  lockSignInMethods,
  recordPasskeyOffered,
  recordSessionsEnded,
  wasNeverOfferedPasskey,
} from './users/sign-in-methods.queries.ts';
export { findSignOnUser, findSignOnUserByAddress, type SignOnUser } from './users/sign-on.queries.ts';
export { lockRoles, updateOwner } from './users/user-changes.queries.ts';
export { findUserByEmail, lockNames, replaceHash } from './users/user-creation.queries.ts';
export {
  assertNamesFree,
  createUser,
  hashChosenPassword,
  insertNewUser,
  isAddressFree,
  isAddressTaken,
  mayBeLogin,
} from './users/user-creation.ts';
export { mailAccountAdmins, mailChangedByAdmin, mailOwnerAboutAdmins, userDisplayName } from './users/user-mails.ts';
export { listUserProductIds, replaceUserProducts } from './users/user-products.queries.ts';
export type { UserDefaults } from './users/users.context.ts';
export { UserConflictError } from './users/users.errors.ts';
export { findUserNames, listBuyers } from './users/users.queries.ts';
export { mayChange } from './users/users.rules.ts';
export { addVouchedUser, applyVouchedStanding } from './users/vouched-users.ts';
