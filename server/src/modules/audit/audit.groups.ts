import { type AuditGroup, auditGroups } from '@portico/contract';
import type { AuditKind } from './audit.service.ts';

/** The group in which each kind of event is looked for (AUD-8). Kinds that another version of the portal records have theirs too. */
const groupOfKind: Readonly<Record<AuditKind, AuditGroup> & Record<string, AuditGroup>> = {
  signIn: 'signIn',
  signInRefused: 'refusals',
  signInBlocked: 'refusals',
  secondFactorAsked: 'signIn',
  secondFactorRefused: 'refusals',
  secondFactorClosed: 'refusals',
  secondFactorEnabled: 'users',
  secondFactorRemoved: 'users',
  secondFactorDisabled: 'users',
  secondFactorRequirementChanged: 'settings',
  recoveryCodesMade: 'users',
  recoveryCodeUsed: 'signIn',
  browserForgotten: 'users',
  signOut: 'signIn',
  forbidden: 'refusals',
  antiForgery: 'refusals',
  purchaseBegun: 'billing',
  purchaseGivenUp: 'billing',
  purchaseSucceeded: 'billing',
  purchaseFailed: 'billing',
  purchaseAmountDiffered: 'billing',
  cardAdded: 'billing',
  cardMadeDefault: 'billing',
  cardDeleted: 'billing',
  billingDetailsChanged: 'billing',
  billingRecipientAdded: 'billing',
  billingRecipientConfirmed: 'billing',
  billingRecipientLeft: 'billing',
  billingRecipientRemoved: 'billing',
  deadEventsRetried: 'operation',
  mirrorRepairBegun: 'operation',
  subscriptionCanceled: 'billing',
  subscriptionRestored: 'billing',
  subscriptionCardChanged: 'billing',
  changeScheduled: 'billing',
  scheduledChangeTakenBack: 'billing',
  closingContactAsked: 'billing',
  cancellationOfferAccepted: 'billing',
  trialInformationGiven: 'billing',
  invoiceCollected: 'billing',
  userChanged: 'users',
  orderCreated: 'orders',
  orderChanged: 'orders',
  orderActivated: 'orders',
  orderPaid: 'orders',
  orderCanceled: 'orders',
  releasesGranted: 'licenses',
  deviceAdded: 'licenses',
  deviceChanged: 'licenses',
  deviceReleased: 'licenses',
  deviceReplaced: 'licenses',
  deviceBlocked: 'licenses',
  deviceUnblocked: 'licenses',
  messageSentAgain: 'operation',
  profileChanged: 'users',
  loginChanged: 'users',
  emailChangeAsked: 'users',
  emailChangeCanceled: 'users',
  emailChanged: 'users',
  emailTakenBack: 'users',
  emailConfirmed: 'users',
  registrationBegun: 'users',
  registrationFailed: 'users',
  accountRegistered: 'users',
  passwordChanged: 'users',
  passwordResetAsked: 'users',
  passwordReset: 'users',
  invitationSent: 'users',
  invitationAccepted: 'users',
  confirmed: 'signIn',
  confirmationRefused: 'refusals',
  sessionEnded: 'signIn',
  otherSessionsEnded: 'signIn',
  unknownSessionEnded: 'signIn',
  passkeyAdded: 'users',
  passkeyRemoved: 'users',
  passkeyRefused: 'refusals',
  confirmedWithPasskey: 'signIn',
  externalLoginConnected: 'users',
  externalLoginRemoved: 'users',
  externalLoginRefused: 'refusals',
  ssoLinked: 'users',
  ssoUserAdded: 'users',
  ssoStandingFollowed: 'users',
  ssoRefused: 'refusals',
  ssoSignedOut: 'signIn',
  breakGlassCodeMade: 'settings',
  breakGlassUsed: 'signIn',
  breakGlassRefused: 'refusals',
  accountSettingsChanged: 'settings',
  userAdded: 'users',
  operatorAdded: 'users',
  userActivated: 'users',
  userDeactivated: 'users',
  userPasswordChanged: 'users',
  userSecondFactorReset: 'users',
  userSessionsEnded: 'users',
  userFeaturesChanged: 'permissions',
  userProductsChanged: 'permissions',
  ownershipTransferred: 'permissions',
  identityProviderAdded: 'settings',
  identityProviderChanged: 'settings',
  identityProviderEnabled: 'settings',
  identityProviderDisabled: 'settings',
  identityProviderDeleted: 'settings',
  mailDomainAdded: 'settings',
  mailDomainAsked: 'settings',
  mailDomainProved: 'settings',
  mailDomainRemoved: 'settings',
  usersImported: 'users',
  invitationWithdrawn: 'users',
  defaultPermissionsChanged: 'permissions',
  defaultProductsChanged: 'permissions',
  accountDisabled: 'settings',
  accountEnabled: 'settings',
  accountFeaturesChanged: 'permissions',
  accountCompanyChanged: 'settings',
  companyAdded: 'operation',
  companyChanged: 'operation',
  companyRemoved: 'operation',
  accountNoteAdded: 'operation',
  accountNoteDeleted: 'operation',
  actingStarted: 'acting',
  actingEnded: 'acting',
};

const kindsByGroup = Map.groupBy(Object.keys(groupOfKind), (kind) => groupOfKind[kind] as AuditGroup);

/** The group of a kind. One that another version of the portal recorded belongs to its operation. */
export function groupOf(kind: string): AuditGroup {
  return (Object.hasOwn(groupOfKind, kind) && groupOfKind[kind]) || 'operation';
}

/** The groups that have kinds, in the order in which they are offered. */
export function listGroups(): { group: AuditGroup; kinds: readonly string[] }[] {
  return auditGroups.flatMap((group) => {
    const kinds = kindsByGroup.get(group);
    return kinds ? [{ group, kinds }] : [];
  });
}

/** The kinds of a selection; undefined where it names none, which are all. */
export function selectedKinds({
  group,
  kind,
}: {
  readonly group?: AuditGroup | undefined;
  readonly kind?: string | undefined;
}): readonly string[] | undefined {
  if (kind !== undefined) return group === undefined || groupOf(kind) === group ? [kind] : [];
  return group === undefined ? undefined : (kindsByGroup.get(group) ?? []);
}
