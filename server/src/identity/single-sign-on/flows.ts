import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServerMetadata } from 'openid-client';
import { hashSecret, newSecret, seal, unseal } from '../../core/secrets.ts';
import type { ProviderSettings } from '../external-providers/settings.ts';
import { SsoError } from './failures.ts';
import { consumeFlow, type FlowRow, hasFlow, insertFlow } from './flows.queries.ts';
import type { BoundVisit } from './identity.ts';
import { getClient } from './openid-client.ts';
import type { SingleSignOnContext } from './single-sign-on.context.ts';

/** Seconds that a visit to a provider may take (SSO-23). */
const flowSeconds = 10 * 60;

/** Milliseconds after which a provider is asked again before people are led to it: a browser could not tell them that it is away (SSO-32). */
const maxUnseenMs = 60_000;

type Context = Pick<SingleSignOnContext, 'database' | 'config' | 'publicUrl'>;

export interface FlowPurpose {
  /** Where the sign-in leads then, as the browser sent it. */
  readonly returnUrl: string;
  /** The test that the visit belongs to: it signs nobody in. */
  readonly testId?: number;
  /** The address that was typed: the provider shows it. */
  readonly loginHint?: string | undefined;
  /** Whether the provider is to ask for the password though it knows the browser. */
  readonly isAgain?: boolean;
}

/** A visit whose person is back, with what binds the answer to it. */
export interface ReturnedFlow extends BoundVisit {
  readonly returnUrl: string;
  readonly testId: number | null;
  /** The unsaved settings that a test is about, sealed (SSO-55). */
  readonly draft: Buffer | null;
  /** The address to which the provider led, at `PUBLIC_URL` whatever a request says. */
  readonly returned: URL;
}

const sealScope = (stateHash: Buffer) => ({ purpose: 'single sign-on', owner: stateHash.toString('hex') });

export const providerCallbackPath = ({ key }: Pick<ProviderSettings, 'key'>): string => `/signin-sso/${key}`;

/**
 * Begins a visit to a provider (SSO-21).
 * @returns where the browser is led, and the state for its cookie. @throws what the provider's description is refused for
 */
export async function beginFlow(
  context: Context,
  settings: ProviderSettings,
  { returnUrl, testId, loginHint, isAgain = false }: FlowPurpose,
): Promise<{ location: string; state: string }> {
  const { database, config, publicUrl } = context;
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client');
  const [state, nonce, codeVerifier] = [newSecret(), newSecret(), newSecret()];
  const client = await getClient(settings, config, maxUnseenMs);
  const prompt = isAgain ? reloginPrompt(client.serverMetadata()) : undefined;
  const location = buildAuthorizationUrl(client, {
    scope: 'openid email profile',
    redirect_uri: `${publicUrl}${providerCallbackPath(settings)}`,
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    ...(loginHint && { login_hint: loginHint }),
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
  return { location: location.href, state };
}

/** How a provider is told to ask anew; undefined where it knows no such thing. Google knows a choice of the account alone. */
function reloginPrompt({ issuer, prompt_values_supported: known }: ServerMetadata): string | undefined {
  const prompt = issuer === 'https://accounts.google.com' ? 'select_account' : 'login';
  return Array.isArray(known) && !known.includes(prompt) ? undefined : prompt;
}

/**
 * Ends the visit whose state the browser's cookie and the address both carry, once, at the provider where it was begun (SSO-23).
 * @param search of the address to which the provider led, such as `?code=…&state=…`
 * @throws SsoError where there is no such visit
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

function unsealBinding(appSecret: string, { stateHash, nonce, codeVerifier }: FlowRow): Omit<BoundVisit, 'state'> {
  return { nonce, codeVerifier: unseal(appSecret, sealScope(stateHash), codeVerifier).toString() };
}

/** Whether an address to which somebody came back names a visit to the provider that was begun somewhere, such as in another browser. */
export function isFlowAddress(
  { database }: Pick<Context, 'database'>,
  { id }: Pick<ProviderSettings, 'id'>,
  search: string,
): Promise<boolean> {
  return hasFlow(database.query, id, hashSecret(new URLSearchParams(search).get('state') ?? ''));
}

/** Holds the states of visits in the browser that began them, each under a name of its own, so that a test in a window disturbs no sign-in. */
export function flowCookies({ publicUrl }: Pick<Context, 'publicUrl'>) {
  const secure = publicUrl.startsWith('https:');
  // Lax, as the provider leads back from its own site.
  const options = { path: '/', sameSite: 'lax', httpOnly: true, secure } as const;
  const cookieName = (state: string) =>
    `${secure ? '__Host-' : ''}portico_sso_${hashSecret(state).toString('hex').slice(0, 12)}`;
  return {
    write(reply: FastifyReply, state: string): void {
      reply.setCookie(cookieName(state), state, { ...options, maxAge: flowSeconds });
    },
    /** Takes the state of the visit that an address names. Undefined in another browser. */
    take(request: FastifyRequest, reply: FastifyReply): string | undefined {
      const named = new URLSearchParams(request.url.split('?')[1] ?? '').get('state');
      if (!named) return undefined;
      const name = cookieName(named);
      const state = request.cookies[name];
      if (state !== undefined) reply.clearCookie(name, options);
      return state;
    },
  };
}
