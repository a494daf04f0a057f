import type { Configuration, ExportedJWKSCache, ServerMetadata } from 'openid-client';
import { z } from 'zod';
import type { Config } from '../../core/config.ts';
import { createGuardedFetch } from '../../core/http/guarded-fetch.ts';
import type { ProviderSettings } from '../external-providers/settings.ts';
import { clockTolerance } from './authorization.ts';
import { diagnoseTokenAnswer } from './diagnosis.ts';
import { SsoError } from './failures.ts';

export type ClientConfig = {
  readonly identityProviders: Pick<Config['identityProviders'], 'privateOrigins' | 'allowedHosts'>;
};

/** Timeout of a provider's response in seconds. */
const secondsToAnswer = 10;

/** How long a provider's description is cached, in milliseconds. */
const descriptionLife = 60 * 60 * 1000;

/** Maximum of cached descriptions; the newest stay. Each has a few kilobytes. */
const maxCached = 200;

/** Accepted signatures of ID tokens: only by keys of which the portal has the public half. */
const allowedAlgorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

const address = z.string().max(2_000);

/** The part of a provider's description that the portal uses. */
const descriptionSchema = z.object({
  issuer: address,
  authorization_endpoint: address,
  token_endpoint: address,
  jwks_uri: address,
  userinfo_endpoint: address.optional().catch(undefined),
  end_session_endpoint: address.optional().catch(undefined),
  id_token_signing_alg_values_supported: z.array(z.string().max(40)).max(100).optional(),
  token_endpoint_auth_methods_supported: z.array(z.string().max(80)).max(100).optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
  prompt_values_supported: z.array(z.string().max(40)).max(100).optional().catch(undefined),
});

/** What a client needs to know of its provider. The installation's own providers have no draft and one revision. */
export type ClientSettings = Pick<
  ProviderSettings,
  'key' | 'revision' | 'issuer' | 'clientId' | 'clientSecret' | 'draft'
>;

/** A validated provider description. */
export interface Described {
  readonly metadata: ServerMetadata & z.infer<typeof descriptionSchema>;
  /** Accepted signature algorithms that the provider supports. */
  readonly algorithms: readonly string[];
  /** The date of the response. */
  readonly date: Date | null;
}

/** Cached values, by the provider's key at this portal. */
interface CachedDescription {
  readonly revision: number;
  /** Milliseconds since 1970. */
  readonly readAt: number;
  readonly described: Promise<Described>;
  /** The keys of the last read. */
  keys?: ExportedJWKSCache;
}

/** By provider key, which is unique across databases. Unsaved settings have entries of their own. */
const cache = new Map<string, CachedDescription>();
const cacheKey = ({ key, draft }: Pick<ProviderSettings, 'key' | 'draft'>): string =>
  draft ? `${key} ${draft.fingerprint.toString('hex')}` : key;

/**
 * A client for a provider. Its description is at most an hour old, its requests are guarded, and signature,
 * algorithm and issuer of ID tokens are verified (SSO-40 to SSO-42). Failures are not cached.
 * @param oldest maximum age of the description in milliseconds, to check that the provider is reachable
 * @throws UnreachableError; SsoError if the description is invalid
 */
export async function getClient(
  settings: ClientSettings,
  config: ClientConfig,
  oldest = descriptionLife,
): Promise<Configuration> {
  const client = await createClient(settings, config, await discoverProvider(settings, config, oldest));
  const { keys } = cache.get(cacheKey(settings)) ?? {};
  if (keys) await provideCachedKeys(client, keys);
  return client;
}

/** The description of a provider, at most one hour old. @param oldest a lower maximum age in milliseconds @throws as `getClient` */
export function discoverProvider(
  settings: ClientSettings,
  config: ClientConfig,
  oldest = descriptionLife,
): Promise<Described> {
  const found = cache.get(cacheKey(settings));
  if (found && found.revision === settings.revision && found.readAt > Date.now() - oldest) return found.described;
  return cacheDescription(settings, readDescription(settings, config));
}

/** A client with a description that was just read, which sign-ins use from now on. */
export async function clientFromDescription(
  settings: ClientSettings,
  config: ClientConfig,
  described: Described,
): Promise<Configuration> {
  return createClient(settings, config, await cacheDescription(settings, Promise.resolve(described)));
}

/** Caches the keys that a client read, for the provider's next client. */
export async function cacheKeys(settings: Pick<ClientSettings, 'key' | 'draft'>, client: Configuration): Promise<void> {
  const { getJwksCache } = await import('openid-client');
  const [entry, keys] = [cache.get(cacheKey(settings)), getJwksCache(client)];
  if (entry && keys && keys.uat > (entry.keys?.uat ?? 0)) entry.keys = structuredClone(keys);
}

/** Age in seconds after which the library looks for an unknown key. */
const knownKeysAge = 60;

/** Gives a client cached keys that count as one minute old, so that a provider's new key is looked up immediately (SSO-24). */
async function provideCachedKeys(client: Configuration, keys: ExportedJWKSCache): Promise<void> {
  const { setJwksCache } = await import('openid-client');
  setJwksCache(client, { ...keys, uat: Math.min(keys.uat, Math.floor(Date.now() / 1000) - knownKeysAge) });
}

function cacheDescription(settings: ClientSettings, described: Promise<Described>): Promise<Described> {
  const key = cacheKey(settings);
  const entry: CachedDescription = { revision: settings.revision, readAt: Date.now(), described };
  cache.delete(key);
  cache.set(key, entry);
  const [oldest] = cache.keys();
  if (cache.size > maxCached && oldest !== undefined) cache.delete(oldest);
  described.catch(() => {
    if (cache.get(key) === entry) cache.delete(key);
  });
  return described;
}

async function createClient(
  { clientId, clientSecret }: ClientSettings,
  { identityProviders }: ClientConfig,
  { metadata, algorithms }: Described,
): Promise<Configuration> {
  const openid = await import('openid-client');
  const client = new openid.Configuration(
    { ...metadata, id_token_signing_alg_values_supported: [...algorithms] },
    clientId,
    { [openid.clockTolerance]: clockTolerance },
    clientAuthentication(openid, metadata)(clientSecret),
  );
  client[openid.customFetch] = guardedFetch(identityProviders);
  client.timeout = secondsToAnswer;
  // The library checks the ID token's signature only on request.
  openid.enableNonRepudiationChecks(client);
  if (identityProviders.privateOrigins.some((origin) => hasOrigin(origin, metadata)))
    openid.allowInsecureRequests(client);
  return client;
}

/** The client authentication: in the body if the provider supports that, otherwise in a header, as the standard requires. */
export function clientAuthentication(
  {
    ClientSecretPost,
    ClientSecretBasic,
  }: Pick<typeof import('openid-client'), 'ClientSecretPost' | 'ClientSecretBasic'>,
  { token_endpoint_auth_methods_supported: methods }: Described['metadata'],
): typeof ClientSecretPost {
  return methods?.includes('client_secret_post') ? ClientSecretPost : ClientSecretBasic;
}

const hasOrigin = (origin: string, { token_endpoint, jwks_uri }: Described['metadata']) =>
  [token_endpoint, jwks_uri].some((endpoint) => new URL(endpoint).origin === origin);

/** Requests to a provider: https, public addresses, ten seconds, one megabyte, no redirects (SSO-40). */
export function guardedFetch(
  { privateOrigins, allowedHosts }: ClientConfig['identityProviders'],
  { returnsRedirects = false } = {},
) {
  return createGuardedFetch({
    privateOrigins,
    allowedHosts,
    timeoutMilliseconds: secondsToAnswer * 1000,
    returnsRedirects,
  });
}

/** Reads and validates a provider's description. @throws UnreachableError; SsoError: `notOpenId`, `issuerDiffers`, `addressNotAllowed`, `algorithmNotAllowed`, `tenantWrong` */
export async function readDescription(
  { issuer, clientSecret }: ClientSettings,
  { identityProviders }: ClientConfig,
): Promise<Described> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  if (!URL.canParse(url)) throw new SsoError('notOpenId', { facts: { url } });
  const answer = await guardedFetch(identityProviders)(url, { headers: { accept: 'application/json' } });
  const body: unknown = await answer.json().catch(() => undefined);
  // Entra ID reports an unknown tenant here.
  if (answer.status !== 200) {
    const diagnosis = diagnoseTokenAnswer(body, [clientSecret]);
    const isKnown = diagnosis !== null && diagnosis.failure !== 'other';
    throw isKnown
      ? new SsoError(diagnosis.failure, diagnosis)
      : new SsoError('notOpenId', {
          providerSays: diagnosis?.providerSays ?? null,
          facts: { url, status: answer.status },
        });
  }
  const read = descriptionSchema.safeParse(body);
  if (!read.success) throw new SsoError('notOpenId', { facts: { url, status: answer.status } });
  return check(read.data, {
    issuer,
    privateOrigins: identityProviders.privateOrigins,
    date: answer.headers.get('date'),
  });
}

function check(
  metadata: z.infer<typeof descriptionSchema>,
  { issuer, privateOrigins, date }: { issuer: string; privateOrigins: readonly string[]; date: string | null },
): Described {
  if (metadata.issuer !== issuer)
    throw new SsoError('issuerDiffers', { facts: { expected: issuer, issuer: metadata.issuer.slice(0, 300) } });
  for (const endpoint of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const)
    if (!isAllowed(metadata[endpoint], privateOrigins))
      throw new SsoError('addressNotAllowed', { facts: { endpoint, address: metadata[endpoint].slice(0, 300) } });
  const named = metadata.id_token_signing_alg_values_supported ?? ['RS256'];
  const algorithms = named.filter((algorithm) => allowedAlgorithms.includes(algorithm));
  if (algorithms.length === 0) throw new SsoError('algorithmNotAllowed', { facts: { algorithms: named.slice(0, 20) } });
  const { end_session_endpoint: end, userinfo_endpoint: userinfo, ...rest } = metadata;
  const dated = date === null ? Number.NaN : Date.parse(date);
  return {
    // Optional endpoints are dropped if their address is not allowed.
    metadata: {
      ...rest,
      ...(userinfo !== undefined && isAllowed(userinfo, privateOrigins) && { userinfo_endpoint: userinfo }),
      ...(end !== undefined && isAllowed(end, privateOrigins) && { end_session_endpoint: end }),
    },
    algorithms,
    date: Number.isNaN(dated) ? null : new Date(dated),
  };
}

/** Whether browsers may be redirected to an address: https, except for configured origins. Private addresses are detected at the request. */
function isAllowed(value: string, privateOrigins: readonly string[]): boolean {
  const url = URL.parse(value);
  return url !== null && (url.protocol === 'https:' || privateOrigins.includes(url.origin));
}
