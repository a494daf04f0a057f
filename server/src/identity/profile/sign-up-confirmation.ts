import { confirmSignUpEmail, findKnownLink, LinkExpiredError, useAllLinks } from '../../accounts/index.ts';
import { assertPassword } from './confirmation.ts';
import { type LinkUse, linkActor } from './email-change.ts';
import { findAddressee } from './mailed-links.ts';
import type { ProfileContext } from './profile.context.ts';

/** Use of a link that may confirm a sign-up. */
export interface ConfirmationUse extends LinkUse {
  readonly password: string | undefined;
  /** SHA-256 of the browser's visitor cookie. */
  readonly visitorHash: Buffer;
}

/** The result of using a sign-up link. */
interface Confirmation {
  readonly email: string;
  /** The user whom the link signs in (SIGN-33); null if the address was confirmed before. */
  readonly userId: number | null;
  /** The page to continue on; null for the home page. */
  readonly returnUrl: string | null;
}

/**
 * Confirms the address of a sign-up. Only the browser of the form needs no password, because the form's password may be a stranger's (SIGN-33). Repeating it
 * changes nothing. @returns undefined for a link of another kind @throws LinkExpiredError, WrongPasswordError, TooManyRequestsError
 */
export async function confirmSignUp(context: ProfileContext, use: ConfirmationUse): Promise<Confirmation | undefined> {
  const { token, password, visitorHash, origin } = use;
  const { database, audit, mail, recordConfirmation } = context;
  const link = await findKnownLink(database.query, token);
  if (link?.kind !== 'confirmSignUp') return undefined;
  const person = await findAddressee(database.query, link.userId);
  if (!person || !('email' in link.data) || person.email !== link.data.email) throw new LinkExpiredError();
  const { id, accountId, email } = person;
  if (person.isEmailConfirmed) return { email, userId: null, returnUrl: null };
  const isSignUpBrowser = await context.isSignUpBrowser(database.query, accountId, visitorHash);
  if (!isSignUpBrowser) await assertPassword(context, linkActor(person, origin), password ?? '');
  const page = await database.transaction(async (transaction) => {
    if (!(await confirmSignUpEmail(transaction, id, email))) return undefined;
    await mail.forget(transaction, ...(await useAllLinks(transaction, id, 'confirmSignUp')));
    await audit.record({ ...linkActor(person, origin), kind: 'emailConfirmed' }, transaction);
    return recordConfirmation(transaction, accountId, email);
  });
  // Another request was faster. What it did decides.
  if (page === undefined) return confirmSignUp(context, use);
  return { email, userId: id, returnUrl: isSignUpBrowser ? page : null };
}
