import type { profile, ResponseOf } from '@portico/contract';
import { findLink, type Link, LinkExpiredError } from '../../accounts/index.ts';
import { findSessionDevice } from '../session/open-sessions.ts';
import { findAddressee } from './mailed-links.ts';
import type { ProfileContext } from './profile.context.ts';

/** Describes a mailed link without using it. @throws LinkExpiredError */
export async function checkLink(
  { database }: ProfileContext,
  token: string,
): Promise<ResponseOf<typeof profile.checkLink>> {
  const link = await findLink(database.query, token);
  const person = link && (await findAddressee(database.query, link.userId));
  if (!person) throw new LinkExpiredError();
  const session = isKind(link, 'endSession')
    ? await findSessionDevice(database.query, { userId: link.userId, publicId: link.data.sessionPublicId })
    : null;
  return {
    kind: link.kind,
    login: person.login,
    email: isKind(link, 'confirmEmail') || isKind(link, 'undoEmail') ? link.data.email : null,
    isSignUp: isKind(link, 'confirmEmail') && link.data.email === link.data.formerEmail,
    session,
    expiresAt: link.expiresAt.toISOString(),
  };
}

function isKind<Kind extends Link['kind']>(link: Link, kind: Kind): link is Link<Kind> {
  return link.kind === kind;
}
