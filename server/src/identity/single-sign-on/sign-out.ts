import type { FastifyRequest } from 'fastify';
import type { Queryable } from '../../core/db/database.ts';
import { type RequestOrigin, readRequestOrigin } from '../../core/http/request-origin.ts';
import type { ProviderSettings } from '../external-providers/settings.ts';
import { endSessionsByPublicId } from '../session/open-sessions.ts';
import { readLogoutToken } from './logout-token.ts';
import type { SingleSignOnContext } from './single-sign-on.context.ts';
import { consumeEndedSessions, type ProviderLogout, recordLogoutToken } from './sso-sessions.queries.ts';

type Context = Pick<SingleSignOnContext, 'database' | 'audit' | 'config'>;

/** Ends the sessions that a provider's logout token names. Each token works once (SSO-37). @throws Error for a refused token */
export async function endByLogoutToken(
  context: Context,
  settings: ProviderSettings,
  token: string,
  http: FastifyRequest,
): Promise<void> {
  const { tokenId, issuer, sid, subject, expiresAt } = await readLogoutToken(context, settings, token);
  const providerId = settings.id;
  await context.database.transaction(async (transaction) => {
    if (!(await recordLogoutToken(transaction, { providerId, tokenId, expiresAt })))
      throw new Error('the logout token was used before');
    await endAtProvider(context, transaction, settings, {
      providerId,
      issuer,
      sid,
      subject,
      origin: readRequestOrigin(http),
    });
  });
}

/** Ends the session that the provider's frame names by both issuer and session id, because anyone can open the address (SSO-38). */
export async function endByFrame(
  context: Context,
  settings: ProviderSettings,
  { iss, sid }: { readonly iss?: string | undefined; readonly sid?: string | undefined },
  http: FastifyRequest,
): Promise<void> {
  const { issuer, id: providerId } = settings;
  if (iss !== issuer || !sid) return;
  const named = { providerId, issuer, sid, subject: null, origin: readRequestOrigin(http) };
  await context.database.transaction((transaction) => endAtProvider(context, transaction, settings, named));
}

async function endAtProvider(
  { audit }: Context,
  transaction: Queryable,
  { accountId, name }: ProviderSettings,
  { origin, ...there }: ProviderLogout & { readonly origin: RequestOrigin },
): Promise<void> {
  const taken = await consumeEndedSessions(transaction, there);
  const ended = await endSessionsByPublicId(
    transaction,
    taken.map(({ sessionPublicId }) => sessionPublicId),
  );
  const [first] = taken;
  if (!first || ended === 0) return;
  const { address, requestId } = origin;
  const detail = { provider: name, sessions: ended };
  // A provider's session or subject belongs to one user here.
  await audit.record(
    { kind: 'ssoSignedOut', accountId, userId: first.userId, detail, address, requestId },
    transaction,
  );
}
