export { identityDomain, installSessions } from './domain.ts';
export { insertLogin as connectLoginOf } from './external-logins/external-logins.queries.ts';
export {
  beginSignUpVisit,
  type ExternalLoginsRoutesContext,
  hasExternalLogins,
} from './external-logins/external-logins.routes.ts';
export { createNotices, type Notices } from './external-logins/failures.ts';
export { configuredProviders } from './external-logins/google.ts';
export { createRegistry, type ProviderRegistry } from './external-logins/providers.ts';
export { findDomainAccounts } from './external-providers/domains.queries.ts';
export { resealClientSecrets } from './external-providers/sealed-secret.ts';
export { hasPasskeys, mayBeOffered } from './passkeys/offer.ts';
export { findUsersWithPasskeys } from './passkeys/passkeys.queries.ts';
export type { EntryPort } from './ports.ts';
export { inviteUser } from './profile/invitation.ts';
export { removeOtherWaysIn, removeSecondFactors } from './recovery/ways-in.ts';
export { findUsersWithFactors } from './second-factor/second-factor.queries.ts';
export { resealAuthenticators } from './second-factor/sign-in-codes.ts';
export { antiForgeryField } from './session/anti-forgery.ts';
export { setupPage } from './session/entry.ts';
export { deleteAccountSessions as endAccountSessions } from './session/open-sessions.queries.ts';
export { endUserSessions } from './session/open-sessions.ts';
export { secondFactorSessions } from './session/session.routes.ts';
export { describeUser } from './session/session.service.ts';
export type { Sessions } from './session/sessions.ts';
export { createSsoNotices, type SsoNotices } from './single-sign-on/notices.ts';
export { createSignOnPorts } from './single-sign-on/single-sign-on.routes.ts';
export { unlinkForeignIdentities } from './single-sign-on/user-identities.ts';
