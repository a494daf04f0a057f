import { z } from 'zod';
import { newSecret } from '../../core/secrets.ts';
import type { ProviderSettings } from '../external-providers/settings.ts';
import { clockTolerance } from './authorization.ts';
import { diagnoseLocation, diagnosePage, diagnoseTokenAnswer, pageWords, parseJson } from './diagnosis.ts';
import { type Diagnosis, type ProviderSays, SsoError } from './failures.ts';
import { type ClientConfig, clientAuthentication, type Described, guardedFetch } from './openid-client.ts';

/** The result of a probe. An answer that is not understood is not a failure. */
export interface Probed {
  readonly failure: Diagnosis | null;
  /** The provider's words, if the portal does not understand them. */
  readonly providerSays: ProviderSays | null;
}

const clear: Probed = { failure: null, providerSays: null };

const keySet = z.object({
  keys: z
    .array(z.looseObject({ kty: z.string().max(20), use: z.string().optional(), alg: z.string().max(40).optional() }))
    .max(1_000),
});

/** Key types with a public half. */
const publicKinds = ['RSA', 'EC', 'OKP'];

export interface FoundKeys {
  /** Number of keys that sign ID tokens. */
  readonly keys: number;
  /** The keys' algorithms. If the keys name none, the algorithms of the provider's metadata. */
  readonly algorithms: string[];
  /** Seconds by which the provider's clock is ahead; negative if behind, null if its answers have no date. */
  readonly secondsAhead: number | null;
}

/** Reads the keys of a provider, and its clock by the response's date (SSO-43). @throws UnreachableError; SsoError: `keysMissing`, `notOpenId`, `clockDiffers` */
export async function readKeys(
  { identityProviders }: ClientConfig,
  { metadata, algorithms }: Described,
): Promise<FoundKeys> {
  const requestedAt = Date.now();
  const answer = await guardedFetch(identityProviders)(metadata.jwks_uri, { headers: { accept: 'application/json' } });
  const secondsAhead = secondsBetween(answer.headers.get('date'), (requestedAt + Date.now()) / 2);
  const read = keySet.safeParse(await answer.json().catch(() => undefined));
  if (answer.status !== 200 || !read.success)
    throw new SsoError('notOpenId', { facts: { url: metadata.jwks_uri.slice(0, 300), status: answer.status } });
  const usable = read.data.keys.filter(({ kty, use }) => publicKinds.includes(kty) && (use ?? 'sig') === 'sig');
  if (usable.length === 0) throw new SsoError('keysMissing', { facts: { keys: read.data.keys.length } });
  const named = usable.flatMap(({ alg }) => (alg ? [alg] : []));
  const facts = { keys: usable.length, algorithms: [...new Set(named.length > 0 ? named : algorithms)].slice(0, 10) };
  if (secondsAhead !== null && Math.abs(secondsAhead) > clockTolerance)
    throw new SsoError('clockDiffers', { facts: { ...facts, seconds: Math.round(secondsAhead), clockTolerance } });
  return { ...facts, secondsAhead };
}

/** @returns the difference in seconds with one decimal. Half a second is added, because dates have whole seconds. */
function secondsBetween(date: string | null, milliseconds: number): number | null {
  const dated = date === null ? Number.NaN : Date.parse(date);
  return Number.isNaN(dated) ? null : Math.round((dated + 500 - milliseconds) / 100) / 10;
}

/**
 * Requests a sign-in as a browser without a signed-in user. Providers check client and redirect address first, so mistakes show before any password is typed
 * (SSO-44). @throws UnreachableError
 */
export async function probeAuthorization(
  { identityProviders }: ClientConfig,
  { clientId }: Pick<ProviderSettings, 'clientId'>,
  { metadata }: Described,
  redirectUri: string,
): Promise<Probed> {
  const url = new URL(metadata.authorization_endpoint);
  const parameters = {
    client_id: clientId,
    response_type: 'code',
    scope: 'openid email profile',
    redirect_uri: redirectUri,
    state: newSecret(),
    nonce: newSecret(),
    code_challenge: newSecret(),
    code_challenge_method: 'S256',
    prompt: 'none',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  const ask = guardedFetch(identityProviders, { returnsRedirects: true });
  const answer = await ask(url.href, { headers: { accept: 'text/html' } });
  const location = answer.headers.get('location');
  if (answer.status >= 300 && answer.status < 400) {
    const target = location === null ? null : URL.parse(location, url.href);
    return { ...clear, failure: target && diagnoseLocation(target, redirectUri) };
  }
  const body = await answer.text();
  const failure = diagnosePage(answer.status, answer.headers.get('content-type') ?? '', body);
  return { failure, providerSays: failure || answer.status < 400 ? null : pageWords(body) };
}

/** Failures that prove that client and secret are right, and only the invented code is wrong. */
const refusesCodeAlone: readonly string[] = ['gone', 'redirectUriUnknown'];

/** Failures of a token request that are certainly about the client. */
const aboutClient: readonly string[] = ['clientUnknown', 'secretWrong', 'secretExpired', 'tenantWrong', 'providerAway'];

/** Redeems an invented code. Providers check client and secret first, so they refuse only the code if these are right. @throws UnreachableError */
export async function probeToken(
  { identityProviders }: ClientConfig,
  { clientId, clientSecret }: Pick<ProviderSettings, 'clientId' | 'clientSecret'>,
  { metadata }: Described,
  redirectUri: string,
): Promise<Probed & { readonly isSecretAccepted: boolean }> {
  const openid = await import('openid-client');
  const headers = new Headers({
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
  });
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: `test-${newSecret()}`,
    redirect_uri: redirectUri,
    code_verifier: newSecret(),
  });
  clientAuthentication(openid, metadata)(clientSecret)(metadata, { client_id: clientId }, body, headers);
  const answer = await guardedFetch(identityProviders)(metadata.token_endpoint, {
    method: 'POST',
    headers: Object.fromEntries(headers),
    body,
  });
  const text = await answer.text();
  const diagnosis = diagnoseTokenAnswer(parseJson(text), [clientSecret]);
  if (!diagnosis && answer.status === 401)
    return { ...clear, failure: new SsoError('secretWrong'), isSecretAccepted: false };
  if (!diagnosis)
    return { ...clear, providerSays: answer.status < 400 ? null : pageWords(text), isSecretAccepted: false };
  if (aboutClient.includes(diagnosis.failure)) return { ...clear, failure: diagnosis, isSecretAccepted: false };
  const isSecretAccepted = refusesCodeAlone.includes(diagnosis.failure);
  return { ...clear, providerSays: isSecretAccepted ? null : diagnosis.providerSays, isSecretAccepted };
}
