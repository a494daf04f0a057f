import { z } from 'zod';
import { seal, unseal } from '../../core/secrets.ts';
import { findSettings, type ProviderSettings } from '../external-providers/settings.ts';
import { getClient } from './openid-client.ts';
import type { SingleSignOnContext } from './single-sign-on.context.ts';
import { consumeSsoSession, findSsoSession } from './sso-sessions.queries.ts';

/** What the ID token of a session is sealed for. */
export const idTokenSealScope = (sessionPublicId: string) => ({
  purpose: 'single sign-on session',
  owner: sessionPublicId,
});

const signedOutPath = ({ key }: Pick<ProviderSettings, 'key'>): string => `/signout-sso/${key}`;

type Context = Pick<SingleSignOnContext, 'database' | 'config' | 'publicUrl'>;

const sealScope = { purpose: 'single sign-out', owner: 'portal' };
/** Milliseconds for which a way out may be under way. */
const lifetime = 10 * 60_000;
const pendingLogout = z.object({ target: z.string(), session: z.string().optional(), until: z.number() });

function sealWayOut(appSecret: string, out: { readonly target: string; readonly session?: string }): string {
  return seal(appSecret, sealScope, Buffer.from(JSON.stringify({ ...out, until: Date.now() + lifetime }))).toString(
    'base64url',
  );
}

/** Null for what the portal did not seal, and after ten minutes. */
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

/**
 * Where the way out of a session leads that a provider vouched for: to a page that goes on to the provider (SSO-36). Undefined where none did.
 * @param target where it leads then: checked already (SES-12)
 */
export async function findProviderSignOut(
  context: Context,
  session: { readonly publicId: string; readonly accountId: number },
  target: string,
): Promise<string | undefined> {
  const { database, config } = context;
  const vouched = await findSsoSession(database.query, session.publicId);
  const settings = vouched && (await findSettings(context, { id: vouched.providerId, accountId: session.accountId }));
  if (!settings) return undefined;
  return `${signedOutPath(settings)}?begin=${sealWayOut(config.appSecret, { target, session: session.publicId })}`;
}

/**
 * Where the browser goes to sign out at the provider, with the ID token as the hint of who; or where it was to lead then, at a provider that knows no way
 * out, or is away. @returns null for what the portal did not begin
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
  const hint = vouched.idToken && unseal(config.appSecret, idTokenSealScope(session), vouched.idToken).toString();
  return buildEndSessionUrl(client, {
    post_logout_redirect_uri: `${publicUrl}${signedOutPath(settings)}`,
    state: sealWayOut(config.appSecret, { target }),
    ...(hint && { id_token_hint: hint }),
  }).href;
}

/** Where somebody goes on who signed out at the provider. Null for a state that the portal did not give. */
export function signOutReturnUrl({ config }: Pick<Context, 'config'>, state: string | undefined): string | null {
  return unsealPendingLogout(config.appSecret, state)?.target ?? null;
}
