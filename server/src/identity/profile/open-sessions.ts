import type { OpenSession } from '@portico/contract';
import { LinkExpiredError, useLink } from '../../accounts/index.ts';
import { transactionWithRetry } from '../../core/db/database.ts';
import { NotFoundError } from '../../core/http/app-error.ts';
import type { RequestOrigin } from '../../core/http/request-origin.ts';
import { endSession, endUserSessions, forgetKnownBrowser, listSessions } from '../session/open-sessions.ts';
import { linkActor } from './email-change.ts';
import { endLinks, findAddressee } from './mailed-links.ts';
import type { ProfileContext, ProfileRequestContext } from './profile.context.ts';

/** What is open in the user's name (PRF-8). */
export function listOpenSessions({ database, session }: ProfileRequestContext): Promise<OpenSession[]> {
  return listSessions(database.query, session);
}

/** Ends one session of the user, from its next request on (PRF-8). @throws NotFoundError also for another user's. */
export async function endOneSession(
  { database, audit, actor, session }: ProfileRequestContext,
  publicId: string,
): Promise<void> {
  await database.transaction(async (transaction) => {
    await endSession(transaction, { userId: session.user.id, publicId });
    await audit.record({ ...actor, kind: 'sessionEnded' }, transaction);
  });
}

/** Ends all sessions of the user but this one. All browsers are asked for the second factor again. @returns how many ended. */
export async function endOtherSessions({ database, audit, actor, session }: ProfileRequestContext): Promise<number> {
  return transactionWithRetry(database, async (transaction) => {
    const ended = await endUserSessions(transaction, {
      userId: session.user.id,
      exceptIdHash: session.idHash,
      forgetBrowsers: true,
    });
    await audit.record({ ...actor, kind: 'otherSessionsEnded', detail: { ended } }, transaction);
    return ended;
  });
}

/**
 * Ends the session that a mail told of, and makes its browser unknown (PRF-10). A change of address that waits is void: the stranger may have asked
 * for it. @throws LinkExpiredError
 */
export async function endMailedSession(
  { database, audit, mail }: ProfileContext,
  { token, origin }: { readonly token: string; readonly origin: RequestOrigin },
): Promise<void> {
  await database.transaction(async (transaction) => {
    const { userId, data, messageId } = await useLink(transaction, token, 'endSession');
    const person = await findAddressee(transaction, userId);
    if (!person) throw new LinkExpiredError();
    await endSession(transaction, { userId, publicId: data.sessionPublicId }).catch((error: unknown) => {
      // It may have ended already: then there is only the browser to forget.
      if (!(error instanceof NotFoundError)) throw error;
    });
    if (data.browserId !== null) await forgetKnownBrowser(transaction, { userId, browserId: data.browserId });
    if (messageId !== null) await mail.forget(transaction, messageId);
    await endLinks(mail, transaction, userId, 'confirmEmail');
    await audit.record({ ...linkActor(person, origin), kind: 'unknownSessionEnded' }, transaction);
  });
}
