import type { Locale } from '@portico/contract';
import type { Queryable } from '../../db/database.ts';
import { NotFoundError } from '../../http/app-error.ts';
import type { Actor } from '../../http/request-context.ts';
import { linkLives } from '../links/index.ts';
import { findAddressee, mailLink, mailTo } from './mailed-links.ts';
import type { ProfileContext } from './profile.context.ts';
import { AlreadyJoinedError } from './profile.errors.ts';

export interface Invitation {
  readonly userId: number;
  /** Who added the user, as the mail names them. */
  readonly inviterName: string;
  readonly actor: Actor;
  /** Of the inviter, for a user who has chosen none. */
  readonly locale: Locale;
}

/**
 * Mails a user without a password the link with which they set their first one, in the transaction that adds them (LINK-6). A new invitation takes
 * the place of the former.
 * @throws NotFoundError for an inactive user; AlreadyJoinedError for one with a password.
 */
export async function inviteUser(
  { audit, mail }: Pick<ProfileContext, 'audit' | 'mail'>,
  transaction: Queryable,
  { userId, inviterName, actor, locale }: Invitation,
): Promise<void> {
  const person = await findAddressee(transaction, userId);
  if (!person) throw new NotFoundError();
  if (person.hasPassword) throw new AlreadyJoinedError();
  await mailLink(mail, transaction, { kind: 'invitation', userId, data: {} }, ({ path, expiresAt }) =>
    mail.enqueue(transaction, {
      template: 'invitation',
      data: { accountName: person.accountName, inviterName, path, days: linkLives.invitation / (24 * 60 * 60) },
      ...mailTo(person, locale),
      expiresAt,
    }),
  );
  await audit.record({ ...actor, kind: 'invitationSent', detail: { userId } }, transaction);
}
