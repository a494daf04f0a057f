import type { SecondFactorSettings } from '@portico/contract';
import type { RequestContext } from '../../core/http/request-context.ts';
import type { Asking, SecondFactorContext } from './second-factor.context.ts';
import { getSettings } from './second-factor.service.ts';

/** Asks this browser for the second factor again (MFA-9). Nothing happens where it is asked already. */
export async function forgetOwnBrowser(context: Asking): Promise<SecondFactorSettings> {
  const { database, session, sessions } = context;
  const isRemembered = (await sessions.rememberedUntil(database.query, session)) !== null;
  if (session.browserId !== null && isRemembered) await forgetOneBrowser(context, session.browserId);
  return getSettings(context);
}

/** Asks one of the user's browsers for the second factor again. @throws NotFoundError for another user's, or one that is asked. */
export async function forgetOneBrowser(
  { database, session, sessions, audit, actor }: SecondFactorContext & RequestContext,
  browserId: string,
): Promise<Record<never, never>> {
  await database.transaction(async (transaction) => {
    await sessions.forgetRememberedBrowser(transaction, { userId: session.user.id, browserId });
    await audit.record({ ...actor, kind: 'browserForgotten' }, transaction);
  });
  return {};
}
