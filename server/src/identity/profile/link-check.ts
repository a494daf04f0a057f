import type { profile, ResponseOf } from '@portico/contract';
import { findKnownLink, type Link, LinkExpiredError } from '../../accounts/index.ts';
import { findSessionDevice } from '../session/open-sessions.ts';
import { isConfirmed } from './email-change.ts';
import { findAddressee } from './mailed-links.ts';
import type { ProfileContext } from './profile.context.ts';
import type { ConfirmationUse } from './sign-up-confirmation.ts';

/** Describes a mailed link without using it. @throws LinkExpiredError */
export async function checkLink(
  { database, isSignUpBrowser, config, otherWaysIn }: ProfileContext,
  { token, visitorHash }: Pick<ConfirmationUse, 'token' | 'visitorHash'>,
): Promise<ResponseOf<typeof profile.checkLink>> {
  const link = await findKnownLink(database.query, token);
  const person = link && (await findAddressee(database.query, link.userId));
  if (!person) throw new LinkExpiredError();
  const isDone = await isConfirmed(database.query, link);
  if (link.isUsed && !isDone) throw new LinkExpiredError();
  const session = isKind(link, 'endSession')
    ? await findSessionDevice(database.query, { userId: link.userId, publicId: link.data.sessionPublicId })
    : null;
  return {
    kind: link.kind,
    login: person.login,
    email: 'email' in link.data ? link.data.email : null,
    needsPassword:
      link.kind === 'confirmSignUp' &&
      !isDone &&
      !(await isSignUpBrowser(database.query, person.accountId, visitorHash)),
    isDone,
    session,
    otherWaysIn: link.kind === 'resetPassword' ? await otherWaysIn.find(database.query, person, config.mode) : null,
    expiresAt: link.expiresAt.toISOString(),
  };
}

function isKind<Kind extends Link['kind']>(link: Link, kind: Kind): link is Link<Kind> {
  return link.kind === kind;
}
