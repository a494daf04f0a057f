import type { OpenSession } from '@portico/contract';
import { LinkExpiredError, useLink } from '../../accounts/index.ts';
import { transactionWithRetry } from '../../core/db/database.ts';
import { NotFoundError } from '../../core/http/app-error.ts';
import type { RequestOrigin } from '../../core/http/request-origin.ts';
import { endSession, endUserSessions, forgetKnownBrowser, listSessions } from '../session/open-sessions.ts';
import { linkActor } from './email-change.ts';
import { endLinks, findAddressee } from './mailed-links.ts';
import type { ProfileContext, ProfileRequestContext } from './profile.context.ts';

/** The user's open sessions (PRF-8). */
export function listOpenSessions({ database, session }: ProfileRequestContext): Promise<OpenSession[]> {
  return listSessions(database.query, session);
}

/** Ends one session of the user, effective from its next request (PRF-8). @throws NotFoundError also for another user's session */
export async function endOneSession(
  { database, audit, actor, session }: ProfileRequestContext,
  publicId: string,
): Promise<void> {
  await database.transaction(async (transaction) => {
    await endSession(transaction, { userId: session.user.id, publicId });
    await audit.record({ ...actor, kind: 'sessionEnded' }, transaction);
  });
}

/** Ends all other sessions of the user. All browsers must pass the second factor again. @returns the number of ended sessions */
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

/** Ends the session named in a mail, and forgets its browser (PRF-10). Cancels a pending change of address, which an intruder may have requested. @throws LinkExpiredError */
export async function endMailedSession(
  { database, audit, mail }: ProfileContext,
  { token, origin }: { readonly token: string; readonly origin: RequestOrigin },
): Promise<void> {
  await database.transaction(async (transaction) => {
    const { userId, data, messageId } = await useLink(transaction, token, 'endSession');
    const person = await findAddressee(transaction, userId);
    if (!person) throw new LinkExpiredError();
    await endSession(transaction, { userId, publicId: data.sessionPublicId }).catch((error: unknown) => {
      // If the session has ended already, only the browser is forgotten.
      if (!(error instanceof NotFoundError)) throw error;
    });
    if (data.browserId !== null) await forgetKnownBrowser(transaction, { userId, browserId: data.browserId });
    if (messageId !== null) await mail.forget(transaction, messageId);
    await endLinks(mail, transaction, userId, 'confirmEmail');
    await audit.record({ ...linkActor(person, origin), kind: 'unknownSessionEnded' }, transaction);
  });
}
