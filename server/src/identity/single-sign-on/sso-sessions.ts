import { z } from 'zod';
import type { Queryable } from '../../core/db/database.ts';
import { seal, unseal } from '../../core/secrets.ts';
import { findSettings, type ProviderSettings } from '../external-providers/settings.ts';
import { countOpenSessions } from '../session/open-sessions.queries.ts';
import { endSessionsByPublicId } from '../session/open-sessions.ts';
import { getClient } from './openid-client.ts';
import type { SingleSignOnContext } from './single-sign-on.context.ts';
import {
  consumeProviderSessions,
  consumeSsoSession,
  findSsoSession,
  listProviderSessions,
} from './sso-sessions.queries.ts';

/** The scope for which a session's ID token is sealed. */
export const idTokenSealScope = (sessionPublicId: string) => ({
  purpose: 'single sign-on session',
  owner: sessionPublicId,
});

const signedOutPath = ({ key }: Pick<ProviderSettings, 'key'>): string => `/signout-sso/${key}`;

type Context = Pick<SingleSignOnContext, 'database' | 'config' | 'publicUrl'>;

const sealScope = { purpose: 'single sign-out', owner: 'portal' };
/** Maximum duration of a sign-out in milliseconds. */
const lifetime = 10 * 60_000;
const pendingLogout = z.object({ target: z.string(), session: z.string().optional(), until: z.number() });

function sealWayOut(appSecret: string, out: { readonly target: string; readonly session?: string }): string {
  return seal(appSecret, sealScope, Buffer.from(JSON.stringify({ ...out, until: Date.now() + lifetime }))).toString(
    'base64url',
  );
}

/** Null if the portal did not seal it, or after ten minutes. */
function unsealPendingLogout(appSecret: string, sealed: string | undefined): z.infer<typeof pendingLogout> | null {
  if (sealed === undefined) return null;
  try {
    const out = pendingLogout.parse(
      JSON.parse(unseal(appSecret, sealScope, Buffer.from(sealed, 'base64url')).toString()),
    );
    return Date.now() < out.until ? out : null;
  } catch {
    return null;
  }
}

/** The page that continues to the provider that vouched for a session (SSO-36), or undefined. @param target the page to open afterwards, already checked (SES-12) */
export async function findProviderSignOut(
  context: Context,
  session: { readonly publicId: string; readonly accountId: number },
  target: string,
): Promise<string | undefined> {
  const { database, config } = context;
  const vouched = await findSsoSession(database.query, session.publicId);
  const by = vouched && { id: vouched.providerId, accountId: session.accountId };
  // Signing out must work even if the client secret cannot be read (RUN-16).
  const settings = by && (await findSettings(context, by).catch(() => undefined));
  if (!settings) return undefined;
  return `${signedOutPath(settings)}?begin=${sealWayOut(config.appSecret, { target, session: session.publicId })}`;
}

/**
 * The provider's end-session URL with `id_token_hint`, or the final target if the provider has no such endpoint or is unreachable. @returns null for a
 * sign-out that the portal did not begin
 */
export async function providerLogoutUrl(
  context: Context,
  settings: ProviderSettings,
  begin: string,
): Promise<string | null> {
  const { database, config, publicUrl } = context;
  const out = unsealPendingLogout(config.appSecret, begin);
  if (out?.session === undefined) return null;
  const { target, session } = out;
  const vouched = await consumeSsoSession(database.query, session);
  if (vouched?.providerId !== settings.id) return target;
  const client = await getClient(settings, config).catch(() => undefined);
  if (!client?.serverMetadata().end_session_endpoint) return target;
  const { buildEndSessionUrl } = await import('openid-client');
  const hint = unsealIdToken(config.appSecret, session, vouched.idToken);
  return buildEndSessionUrl(client, {
    post_logout_redirect_uri: `${publicUrl}${signedOutPath(settings)}`,
    state: sealWayOut(config.appSecret, { target }),
    ...(hint && { id_token_hint: hint }),
  }).href;
}

/** The session's ID token; null if it has none, or if it cannot be read. */
function unsealIdToken(appSecret: string, session: string, sealed: Buffer | null): string | null {
  try {
    return sealed && unseal(appSecret, idTokenSealScope(session), sealed).toString();
  } catch {
    return null;
  }
}

/** The page to open after signing out at the provider; null for an unknown state. */
export function signOutReturnUrl({ config }: Pick<Context, 'config'>, state: string | undefined): string | null {
  return unsealPendingLogout(config.appSecret, state)?.target ?? null;
}

/** The number of open sessions that began with a provider, without the given one. */
export async function countProviderSessions(
  on: Queryable,
  providerId: number,
  exceptPublicId: string,
): Promise<number> {
  return countOpenSessions(on, await listProviderSessions(on, providerId, exceptPublicId));
}

/** Ends the sessions that began with a provider, except the given one (SSO-15). @returns their number */
export async function endProviderSessions(
  transaction: Queryable,
  providerId: number,
  exceptPublicId: string,
): Promise<number> {
  return endSessionsByPublicId(transaction, await consumeProviderSessions(transaction, providerId, exceptPublicId));
}
