import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServerMetadata } from 'openid-client';
import { cookieName } from '../../core/http/cookie-name.ts';
import { hashSecret, seal, unseal } from '../../core/secrets.ts';
import type { ProviderSettings } from '../external-providers/settings.ts';
import { beginAuthorization, type FlowBinding } from './authorization.ts';
import { SsoError } from './failures.ts';
import { consumeFlow, type FlowRow, hasFlow, insertFlow } from './flows.queries.ts';
import { getClient } from './openid-client.ts';
import type { SingleSignOnContext } from './single-sign-on.context.ts';

/** Maximum duration of a flow in seconds (SSO-23). */
const flowSeconds = 10 * 60;

/** Milliseconds after which a provider is contacted again before a redirect, because a browser could not report that it is unreachable (SSO-32). */
const maxUnseenMs = 60_000;

type Context = Pick<SingleSignOnContext, 'database' | 'config' | 'publicUrl'>;

export interface FlowPurpose {
  /** The page to open after the sign-in, as the browser sent it. */
  readonly returnUrl: string;
  /** The test that the flow belongs to; it signs no user in. */
  readonly testId?: number;
  /** The typed address, which the provider shows. */
  readonly loginHint?: string | undefined;
  /** Whether the provider must ask for the password even if it knows the browser. */
  readonly isAgain?: boolean;
}

/** A flow after the provider redirected back, with the values that bind the answer to it. */
export interface ReturnedFlow extends FlowBinding {
  readonly returnUrl: string;
  readonly testId: number | null;
  /** The sealed, unsaved settings of a test (SSO-55). */
  readonly draft: Buffer | null;
  /** The returned address, at `PUBLIC_URL` regardless of the request's host. */
  readonly returned: URL;
}

const sealScope = (stateHash: Buffer) => ({ purpose: 'single sign-on', owner: stateHash.toString('hex') });

export const providerCallbackPath = ({ key }: Pick<ProviderSettings, 'key'>): string => `/signin-sso/${key}`;

/** Begins a flow (SSO-21). @returns the authorization address, and the state for the browser's cookie @throws if the provider's description is refused */
export async function beginFlow(
  context: Context,
  settings: ProviderSettings,
  { returnUrl, testId, loginHint, isAgain = false }: FlowPurpose,
): Promise<{ location: string; state: string }> {
  const { database, config, publicUrl } = context;
  const client = await getClient(settings, config, maxUnseenMs);
  const prompt = isAgain ? reloginPrompt(client.serverMetadata()) : undefined;
  const { location, state, nonce, codeVerifier } = await beginAuthorization(client, {
    scope: 'openid email profile',
    redirect_uri: `${publicUrl}${providerCallbackPath(settings)}`,
    ...(loginHint && { login_hint: loginHint }),
    // A provider that is given an age must say in the ID token when the user signed in.
    ...(isAgain && { max_age: '0' }),
    ...(prompt && { prompt }),
  });
  const stateHash = hashSecret(state);
  await insertFlow(database.query, {
    stateHash,
    providerId: settings.id,
    codeVerifier: seal(config.appSecret, sealScope(stateHash), Buffer.from(codeVerifier)),
    nonce,
    returnUrl: returnUrl.slice(0, 2000),
    testId: testId ?? null,
    draft: settings.draft?.sealed ?? null,
    lifeSeconds: flowSeconds,
  });
  return { location, state };
}

/** The `prompt` that makes a provider ask again; undefined if it supports none. Google only supports choosing an account. */
function reloginPrompt({ issuer, prompt_values_supported: known }: ServerMetadata): string | undefined {
  const prompt = issuer === 'https://accounts.google.com' ? 'select_account' : 'login';
  return Array.isArray(known) && !known.includes(prompt) ? undefined : prompt;
}

/**
 * Ends the flow whose state is in both the cookie and the address, once, at the provider where it began (SSO-23). @param search of the returned address, such
 * as `?code=…&state=…` @throws SsoError if there is no such flow
 */
export async function endFlow(
  context: Context,
  settings: Pick<ProviderSettings, 'id' | 'key'>,
  { search, state }: { readonly search: string; readonly state: string | undefined },
): Promise<ReturnedFlow> {
  const { database, config, publicUrl } = context;
  const returned = new URL(`${publicUrl}${providerCallbackPath(settings)}${search}`);
  if (!state || returned.searchParams.get('state') !== state) throw new SsoError('stateWrong');
  const flow = await consumeFlow(database.query, hashSecret(state));
  if (!flow) throw new SsoError('gone');
  if (flow.providerId !== settings.id) throw new SsoError('stateWrong');
  if (!flow.isAlive) throw new SsoError('visitExpired', { facts: { isTest: flow.testId !== null } });
  const { returnUrl, testId, draft } = flow;
  return { ...unsealBinding(config.appSecret, flow), state, returnUrl, testId, draft, returned };
}

function unsealBinding(appSecret: string, { stateHash, nonce, codeVerifier }: FlowRow): Omit<FlowBinding, 'state'> {
  return { nonce, codeVerifier: unseal(appSecret, sealScope(stateHash), codeVerifier).toString() };
}

/** Whether a returned address names an existing flow of the provider, for example one of another browser. */
export function isFlowAddress(
  { database }: Pick<Context, 'database'>,
  { id }: Pick<ProviderSettings, 'id'>,
  search: string,
): Promise<boolean> {
  return hasFlow(database.query, id, hashSecret(new URLSearchParams(search).get('state') ?? ''));
}

/** Cookies with the states of flows. Each flow has its own, so that a test in a window does not disturb a sign-in. */
export function flowCookies({ publicUrl }: Pick<Context, 'publicUrl'>) {
  const secure = publicUrl.startsWith('https:');
  // Lax, because the provider redirects from its own site.
  const options = { path: '/', sameSite: 'lax', httpOnly: true, secure } as const;
  const nameOf = (state: string) => cookieName(`portico_sso_${hashSecret(state).toString('hex').slice(0, 12)}`, secure);
  return {
    write(reply: FastifyReply, state: string): void {
      reply.setCookie(nameOf(state), state, { ...options, maxAge: flowSeconds });
    },
    /** Reads and clears the state of the flow that an address names; undefined in another browser. */
    take(request: FastifyRequest, reply: FastifyReply): string | undefined {
      const named = new URLSearchParams(request.url.split('?')[1] ?? '').get('state');
      if (!named) return undefined;
      const name = nameOf(named);
      const state = request.cookies[name];
      if (state !== undefined) reply.clearCookie(name, options);
      return state;
    },
  };
}
