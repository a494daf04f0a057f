import type { contract, Invitation, ParsedRequestOf, ResponseOf } from '@portico/contract';
import type { Audit } from '../../accounts/index.ts';
import {
  deactivateInvitee,
  deleteInvitation,
  findInvitation,
  findUserNames,
  type InvitationRow,
  type Invitee,
  listInvitees,
  listInvitations as listRows,
  lockAccountRoles,
  mayChange,
  userDisplayName,
  voidMailedLinks,
} from '../../accounts/index.ts';
import { type Database, type Queryable, transactionWithRetry } from '../../core/db/database.ts';
import { can } from '../../core/http/access.ts';
import { ForbiddenError, NotFoundError } from '../../core/http/app-error.ts';
import { defineLimit } from '../../core/http/limits.ts';
import { listAnswer } from '../../core/http/list-answer.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { inviteUser } from '../profile/invitation.ts';
import type { InvitationContext } from '../profile/invitation-limit.ts';
import { InactiveInviteeError } from './invitations.errors.ts';

/** Invitations that an account may send and withdraw individually in an hour (LIM-8). */
const changes = defineLimit('invitation', 300, 60 * 60);

export interface InvitationsContext extends InvitationContext {
  readonly database: Database;
  readonly audit: Audit;
}

type InvitationRequestContext = InvitationsContext & RequestContext;
type Endpoints = (typeof contract)['invitations'];
type ListOptions = ParsedRequestOf<Endpoints['list']>['query'];

/** The account's unanswered invitations, the newest first. Expired ones stay for 90 days (LINK-8). */
export async function listInvitations(
  context: InvitationRequestContext,
  options: ListOptions,
): Promise<ResponseOf<Endpoints['list']>> {
  const { items, total } = await listRows(context.database.query, context.accountId, options);
  return listAnswer(await presentAll(context, items), total, options);
}

/** @throws NotFoundError also for another account's user. */
export async function getInvitation(
  context: InvitationRequestContext,
  userId: number,
): Promise<ResponseOf<Endpoints['get']>> {
  const { database, accountId } = context;
  const user = await openInvitee(context, database.query, userId);
  const row = await findInvitation(database.query, accountId, userId);
  const [invitation = null] = row ? await presentAll(context, [row]) : [];
  return { invitation, sendAllowed: !user.hasPassword && user.active && isChangeAllowed(context, user) };
}

/**
 * Mails an invitation, which replaces the previous one and is valid for a week (LINK-5). @throws NotFoundError also for another account's user;
 * ForbiddenError (USR-19), also if the caller is no longer an admin; AlreadyJoinedError if the user has a password; InactiveInviteeError;
 * TooManyRequestsError; TooManyInvitationsError; AddressInvitedOftenError
 */
export async function sendInvitation(context: InvitationRequestContext, userId: number): Promise<Invitation> {
  const { database, accountId, session, actor, locale } = context;
  const user = await openInvitee(context, database.query, userId);
  assertMayChange(context, user);
  if (!user.active) throw new InactiveInviteeError();
  await changes.take(database, accountId);
  await database.transaction(async (transaction) => {
    await lockAccountRoles(context, transaction);
    await inviteUser(context, transaction, { userId, inviterName: userDisplayName(session.user), actor, locale });
  });
  const row = await findInvitation(database.query, accountId, userId);
  const [invitation] = row ? await presentAll(context, [row]) : [];
  // The invitation was answered or withdrawn at the same moment.
  if (!invitation) throw new NotFoundError();
  return invitation;
}

/**
 * Withdraws an invitation: voids its link and deletes the mail's content (LINK-9). A user who never signed in becomes inactive, but stays for the audit log.
 * @throws NotFoundError also for another account's user or an answered invitation; ForbiddenError (USR-19), also if the caller is no longer an admin;
 * UserConflictError for the last admin (USR-22); TooManyRequestsError
 */
export async function withdrawInvitation(
  context: InvitationRequestContext,
  userId: number,
): Promise<Record<never, never>> {
  const { database, accountId, actor, audit, mail } = context;
  await changes.take(database, accountId);
  await transactionWithRetry(database, async (transaction) => {
    await lockAccountRoles(context, transaction);
    const user = await openInvitee(context, transaction, userId);
    assertMayChange(context, user);
    const messageId = await deleteInvitation(transaction, accountId, userId);
    if (messageId === undefined) throw new NotFoundError();
    if (messageId !== null) await mail.forget(transaction, messageId);
    const deactivated = await deactivateInvitee(transaction, accountId, userId);
    if (deactivated) await voidMailedLinks(context, transaction, userId, 'resetPassword');
    const detail = { userId, login: user.login, deactivated };
    await audit.record({ ...actor, kind: 'invitationWithdrawn', detail }, transaction);
  });
  return {};
}

async function openInvitee({ accountId }: InvitationRequestContext, on: Queryable, userId: number): Promise<Invitee> {
  const [user] = await listInvitees(on, accountId, [userId]);
  if (!user) throw new NotFoundError();
  return user;
}

function assertMayChange({ session }: InvitationRequestContext, user: Invitee): void {
  if (!mayChange(session.user, user)) throw new ForbiddenError('user.ownerOnly');
}

function isChangeAllowed({ session }: InvitationRequestContext, user: Invitee): boolean {
  return can('users.add', session) && mayChange(session.user, user);
}

/** Adds the names of invitees and senders. */
async function presentAll(context: InvitationRequestContext, rows: readonly InvitationRow[]): Promise<Invitation[]> {
  const { database, accountId } = context;
  if (rows.length === 0) return [];
  const userIds = rows.map(({ userId }) => userId);
  const senderIds = rows.flatMap(({ invitedBy }) => invitedBy ?? []);
  const [users, senders] = await Promise.all([
    listInvitees(database.query, accountId, userIds),
    findUserNames(database.query, [...new Set(senderIds)]),
  ]);
  const byId = new Map(users.map((user) => [user.id, user]));
  return rows.flatMap(({ userId, invitedBy, sentAt, expiresAt, isExpired }) => {
    const user = byId.get(userId);
    if (!user) return [];
    return {
      userId,
      login: user.login,
      email: user.email,
      name: `${user.firstName} ${user.lastName}`.trim(),
      sentAt: sentAt.toISOString(),
      sentBy: (invitedBy !== null && senders.get(invitedBy)) || null,
      expiresAt: expiresAt.toISOString(),
      isExpired,
      changeAllowed: isChangeAllowed(context, user),
    };
  });
}
