import { accessLinks, hashChosenPassword, updatePassword } from '../../accounts/index.ts';
import { transactionWithRetry } from '../../core/db/database.ts';
import { NotFoundError } from '../../core/http/app-error.ts';
import { defineLimit } from '../../core/http/limits.ts';
import type { RequestOrigin } from '../../core/http/request-origin.ts';
import { reopenMailCodes } from '../second-factor/second-factor.queries.ts';
import { endUserSessions } from '../session/open-sessions.ts';
import { type RenewedSession, renewSession } from '../session/setup-session.ts';
import { endLinks, findAddressee, mailNotice, personalWords } from './mailed-links.ts';
import type { ProfileRequestContext } from './profile.context.ts';

/** Passwords that a user may submit in 15 minutes; each is rated and hashed (PWD-13). */
export const chosenPasswords = defineLimit('chosen-password', 20, 15 * 60);

/** A new password, entered twice. */
export interface NewPassword {
  readonly newPassword: string;
  readonly newPasswordConfirmation: string;
}

/**
 * Changes the user's password (PWD-10). Ends all other sessions, gives this one a new id, and voids mailed links that change a sign-in method (USR-4).
 * @returns the values for the browser's cookies @throws InvalidInputError, TooManyRequestsError
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
  const passwordHash = await hashChosenPassword(context, {
    password: newPassword,
    confirmation: newPasswordConfirmation,
    own: personalWords(person),
  });
  return transactionWithRetry(database, async (transaction) => {
    await updatePassword(transaction, userId, passwordHash);
    await reopenMailCodes(transaction, userId);
    await endUserSessions(transaction, { userId, exceptIdHash: session.idHash, forgetBrowsers: true });
    await endLinks(mail, transaction, userId, ...accessLinks);
    await mailNotice(mail, transaction, person, { change: 'password', origin, locale });
    await audit.record({ ...actor, kind: 'passwordChanged' }, transaction);
    return renewSession(transaction, session, null);
  });
}
