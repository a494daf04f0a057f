import type { Locale } from '@portico/contract';
import { findAccountBrand, linkLifeSeconds, prepareLink, storeLinks } from '../../accounts/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { NotFoundError } from '../../core/http/app-error.ts';
import type { Actor } from '../../core/http/request-context.ts';
import { assertMayInvite, type InvitationContext } from './invitation-limit.ts';
import { findAddressee, mailLink, mailTo } from './mailed-links.ts';
import type { ProfileContext } from './profile.context.ts';
import { AlreadyJoinedError } from './profile.errors.ts';

const days = linkLifeSeconds.invitation / (24 * 60 * 60);

export interface Invitation {
  readonly userId: number;
  /** The name of the user who sends the invitation, as shown in the mail. */
  readonly inviterName: string;
  readonly actor: Actor;
  /** The inviter's language, for a user who has not chosen one. */
  readonly locale: Locale;
}

/**
 * Mails a user without a password the link that sets one, in the transaction that adds them (LINK-6). Replaces an earlier invitation. @throws NotFoundError
 * for an inactive user; AlreadyJoinedError if the user has a password; errors of `assertMayInvite`
 */
export async function inviteUser(
  context: InvitationContext & Pick<ProfileContext, 'audit'>,
  transaction: Queryable,
  { userId, inviterName, actor, locale }: Invitation,
): Promise<void> {
  const { audit, mail } = context;
  const person = await findAddressee(transaction, userId);
  if (!person) throw new NotFoundError();
  if (person.hasPassword) throw new AlreadyJoinedError();
  await assertMayInvite(context, transaction, { accountId: person.accountId, emails: [person.email] });
  const data = { accountId: person.accountId, invitedBy: actor.realUserId };
  await mailLink(mail, transaction, { kind: 'invitation', userId, data }, ({ path, expiresAt }) =>
    mail.enqueue(transaction, {
      template: 'invitation',
      data: { accountName: person.accountName, inviterName, path, days },
      ...mailTo(person, locale),
      expiresAt,
    }),
  );
  await audit.record({ ...actor, kind: 'invitationSent', detail: { userId } }, transaction);
}

/** A user who was just added without a password. */
export interface AddedUser {
  readonly id: number;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** Mails invitations to users added in the same transaction, with a constant number of statements (LINK-6, IMP-6). The import's audit event covers them. @throws errors of `assertMayInvite` */
export async function inviteAddedUsers(
  context: InvitationContext,
  transaction: Queryable,
  {
    users,
    accountId,
    inviterName,
    actor,
    locale,
  }: Omit<Invitation, 'userId'> & {
    readonly users: readonly AddedUser[];
    readonly accountId: number;
  },
): Promise<void> {
  const brand = await findAccountBrand(transaction, accountId);
  if (!brand || users.length === 0) return;
  await assertMayInvite(context, transaction, { accountId, emails: users.map(({ email }) => email) });
  const invited = users.map((user) => ({ user, link: prepareLink('invitation') }));
  const messageIds = await context.mail.enqueueMany(
    transaction,
    invited.map(({ user: { email, firstName, lastName }, link: { path, expiresAt } }) => ({
      template: 'invitation' as const,
      data: { accountName: brand.name, inviterName, path, days },
      to: { address: email, name: `${firstName} ${lastName}`.trim() },
      locale,
      companyId: brand.companyId,
      accountId,
      expiresAt,
    })),
  );
  const data = { accountId, invitedBy: actor.realUserId };
  await storeLinks(
    transaction,
    'invitation',
    invited.map(({ user, link }, index) => ({
      ...link,
      userId: user.id,
      messageId: messageIds[index] as number,
      data,
    })),
  );
}
