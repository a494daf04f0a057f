import { createHmac } from 'node:crypto';
import type { SQL } from 'drizzle-orm';
import type { Database, Queryable } from '../../core/db/database.ts';
import { type AuditRow, auditInsertion, insertAuditEvent } from './audit.queries.ts';
import type { Changes } from './changes.ts';

/** The kinds of events (AUD-2). Each has a message for the user in whose name it happened: `activity.<kind>`. */
export type AuditKind =
  | 'signIn'
  | 'signInRefused'
  | 'signInBlocked'
  | 'secondFactorAsked'
  | 'secondFactorRefused'
  | 'secondFactorClosed'
  | 'secondFactorEnabled'
  | 'secondFactorRemoved'
  | 'secondFactorDisabled'
  | 'secondFactorRequirementChanged'
  | 'recoveryCodesMade'
  | 'recoveryCodeUsed'
  | 'browserForgotten'
  | 'signOut'
  | 'forbidden'
  | 'antiForgery'
  | 'purchaseBegun'
  | 'purchaseGivenUp'
  | 'purchaseSucceeded'
  | 'purchaseFailed'
  | 'purchaseAmountDiffered'
  | 'cardAdded'
  | 'cardMadeDefault'
  | 'cardDeleted'
  | 'cardReplaced'
  | 'billingDetailsChanged'
  | 'billingRecipientAdded'
  | 'billingRecipientChanged'
  | 'billingRecipientConfirmed'
  | 'billingRecipientLeft'
  | 'billingRecipientRemoved'
  | 'deadEventsRetried'
  | 'mirrorRepairBegun'
  | 'subscriptionCanceled'
  | 'subscriptionRestored'
  | 'subscriptionCardChanged'
  | 'changeScheduled'
  | 'scheduledChangeTakenBack'
  | 'closingContactAsked'
  | 'cancellationOfferAccepted'
  | 'trialInformationGiven'
  | 'invoiceCollected'
  | 'stripePriceUnknown'
  | 'stripeCustomerDeleted'
  | 'stripeIssueDismissed'
  | 'stripeCorrected'
  | 'stripePricePlanChosen'
  | 'userChanged'
  | 'usersImported'
  | 'invitationWithdrawn'
  | 'defaultPermissionsChanged'
  | 'defaultProductsChanged'
  | 'userAdded'
  | 'addressesReleased'
  | 'operatorAdded'
  | 'userActivated'
  | 'userDeactivated'
  | 'userPasswordChanged'
  | 'userSecondFactorReset'
  | 'userSessionsEnded'
  | 'userFeaturesChanged'
  | 'userProductsChanged'
  | 'ownershipTransferred'
  | 'orderCreated'
  | 'orderChanged'
  | 'orderActivated'
  | 'orderPaid'
  | 'orderCanceled'
  | 'releasesGranted'
  | 'deviceAdded'
  | 'deviceChanged'
  | 'deviceReleased'
  | 'deviceReplaced'
  | 'deviceBlocked'
  | 'deviceUnblocked'
  | 'deviceSessionEnded'
  | 'messageSentAgain'
  | 'legalNoticeSent'
  | 'profileChanged'
  | 'loginChanged'
  | 'emailChangeAsked'
  | 'emailChangeCanceled'
  | 'emailChanged'
  | 'emailTakenBack'
  | 'emailConfirmed'
  | 'registrationBegun'
  | 'registrationFailed'
  | 'registrationUnconfirmed'
  | 'registrationCorrected'
  | 'accountRegistered'
  | 'passwordChanged'
  | 'passwordResetAsked'
  | 'passwordReset'
  | 'invitationSent'
  | 'invitationAccepted'
  | 'confirmed'
  | 'confirmationRefused'
  | 'sessionEnded'
  | 'otherSessionsEnded'
  | 'unknownSessionEnded'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'passkeyRefused'
  | 'confirmedWithPasskey'
  | 'externalLoginConnected'
  | 'externalLoginRemoved'
  | 'externalLoginRefused'
  | 'ssoLinked'
  | 'ssoReleased'
  | 'ssoUserAdded'
  | 'ssoStandingFollowed'
  | 'ssoRefused'
  | 'ssoSignedOut'
  | 'breakGlassCodeMade'
  | 'breakGlassUsed'
  | 'breakGlassRefused'
  | 'identityProviderAdded'
  | 'identityProviderChanged'
  | 'identityProviderEnabled'
  | 'identityProviderDisabled'
  | 'identityProviderDeleted'
  | 'mailDomainAdded'
  | 'mailDomainAsked'
  | 'mailDomainProved'
  | 'mailDomainRemoved'
  | 'productTokenAdded'
  | 'productTokenChanged'
  | 'productTokenReplaced'
  | 'productTokenOverlapEnded'
  | 'productTokenDisabled'
  | 'productTokenDeleted'
  | 'productTokenLeaked'
  | 'accountDisabled'
  | 'accountSubscriptionsCanceled'
  | 'accountSubscriptionsEnded'
  | 'accountSubscriptionsRestored'
  | 'accountEnabled'
  | 'accountFeaturesChanged'
  | 'accountCompanyChanged'
  | 'companyAdded'
  | 'companyChanged'
  | 'companyRemoved'
  | 'planAdded'
  | 'planChanged'
  | 'planRemoved'
  | 'catalogPublishAsked'
  | 'catalogPublished'
  | 'catalogPublishFailed'
  | 'catalogPublishGivenUp'
  | 'catalogApplied'
  | 'accountNoteAdded'
  | 'accountNoteDeleted'
  | 'actingStarted'
  | 'actingEnded'
  | 'accountSettingsChanged';

/** What an event concerns. `changesBetween` creates `changes`. */
export type AuditDetail = { readonly [name: string]: string | number | boolean | null | Changes | undefined } & {
  readonly changes?: Changes;
};

export interface AuditEvent {
  readonly kind: AuditKind;
  readonly accountId?: number | null;
  /** The user in whose name the action was done, or whom it concerns. */
  readonly userId?: number | null;
  /**
   * The user who really did the action. Differs from `userId` while an operator acts as a customer. Null if no user
   * is known.
   */
  readonly realUserId?: number | null;
  /** Why the operator acts as the user. Stored as `detail.actingReason`. */
  readonly actingReason?: string | undefined;
  /** Never contains a secret: no password, code, token or card number (AUD-3). */
  readonly detail?: AuditDetail;
  /** IP address. */
  readonly address?: string | null;
  readonly requestId?: string | null;
}

/** Part of a statement that inserts an event for each row of another part: no event if the change does not happen. */
export type AuditInsertion = (from: SQL) => SQL;

/** An object, because modules carry it in their context, and tests replace it there. */
export interface Audit {
  /**
   * Appends one event, in the transaction of the change that it records: neither is stored without the other (AUD-4).
   * The time is the database's, in UTC.
   */
  record(event: AuditEvent, query?: Queryable): Promise<void>;
  /** Like `record`, as part of the statement that makes the change. */
  createInsertion(event: AuditEvent): AuditInsertion;
  /**
   * Hashes a name that no user has, because users sometimes type passwords into the name field (AUD-3). Equal names
   * have equal hashes, which reveals repeated attempts.
   */
  hashUnknownName(name: string): string;
}

function createAuditRow({
  kind,
  accountId,
  userId,
  realUserId,
  actingReason,
  detail,
  address,
  requestId,
}: AuditEvent): AuditRow {
  return {
    kind,
    accountId: accountId ?? null,
    userId: userId ?? null,
    realUserId: realUserId ?? null,
    detail: actingReason === undefined ? (detail ?? {}) : { ...detail, actingReason },
    address: address ?? null,
    requestId: requestId ?? null,
  };
}

/** The append-only audit log (AUD-1). */
export function createAudit({ database, appSecret }: { database: Database; appSecret: string }): Audit {
  return {
    record: (event, query = database.query) => insertAuditEvent(query, createAuditRow(event)),
    createInsertion: (event) => (from) => auditInsertion(createAuditRow(event), from),
    hashUnknownName: (name) =>
      `unknown:${createHmac('sha256', `audit ${appSecret}`).update(name).digest('base64url').slice(0, 16)}`,
  };
}
