import { hashChosenPassword, updatePassword } from '../../accounts/index.ts';
import { transactionWithRetry } from '../../core/db/database.ts';
import { NotFoundError } from '../../core/http/app-error.ts';
import { defineLimit } from '../../core/http/limits.ts';
import type { RequestOrigin } from '../../core/http/request-origin.ts';
import { endUserSessions } from '../session/open-sessions.ts';
import { type RenewedSession, renewSession } from '../session/setup-session.ts';
import { endLinks, findAddressee, mailNotice, personalWords } from './mailed-links.ts';
import type { ProfileRequestContext } from './profile.context.ts';

/** Passwords that a user may choose in a quarter of an hour: each is estimated and hashed (PWD-13). */
export const chosenPasswords = defineLimit('chosen-password', 20, 15 * 60);

/** A new password, twice. */
export interface NewPassword {
  readonly newPassword: string;
  readonly newPasswordConfirmation: string;
}

/**
 * Changes the user's password (PWD-10). All other sessions end, this one gets a new id, and mailed links that change a way in are void (USR-4).
 * @returns what the browser's cookies get. @throws InvalidInputError, TooManyRequestsError
 */
export async function changePassword(
  context: ProfileRequestContext,
  { newPassword, newPasswordConfirmation }: NewPassword,
  origin: RequestOrigin,
): Promise<RenewedSession> {
  const { database, audit, mail, actor, session, locale } = context;
  const userId = session.user.id;
  await chosenPasswords.take(database, userId);
  const person = await findAddressee(database.query, userId);
  if (!person) throw new NotFoundError();
  const passwordHash = await hashChosenPassword({
    password: newPassword,
    confirmation: newPasswordConfirmation,
    own: personalWords(person),
  });
  return transactionWithRetry(database, async (transaction) => {
    await updatePassword(transaction, userId, passwordHash);
    await endUserSessions(transaction, { userId, exceptIdHash: session.idHash, forgetBrowsers: true });
    await endLinks(mail, transaction, userId, 'resetPassword', 'invitation', 'confirmEmail');
    await mailNotice(mail, transaction, person, { change: 'password', origin, locale });
    await audit.record({ ...actor, kind: 'passwordChanged' }, transaction);
    return renewSession(transaction, session, null);
  });
}
