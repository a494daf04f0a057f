import type { Configuration, ExportedJWKSCache, ServerMetadata } from 'openid-client';
import { z } from 'zod';
import type { Config } from '../../core/config.ts';
import { createGuardedFetch } from '../../core/http/guarded-fetch.ts';
import type { ProviderSettings } from '../external-providers/settings.ts';
import { diagnoseTokenAnswer } from './diagnosis.ts';
import { SsoError } from './failures.ts';

export type ClientConfig = { readonly identityProviders: Pick<Config['identityProviders'], 'privateOrigins'> };

/** Seconds that a provider has for an answer. */
const secondsToAnswer = 10;

/** Seconds by which the clocks of the portal and a provider may differ (SSO-43). */
export const clockTolerance = 60;

/** Milliseconds for which a provider's description is kept. */
const descriptionLife = 60 * 60 * 1000;

/** Descriptions that are kept at once, the newest. One has a few kilobytes. */
const maxKept = 200;

/** How ID tokens may be signed: by a key of which the portal has the public half alone. */
const allowedAlgorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

const address = z.string().max(2_000);

/** What the portal reads of a provider's description, which may have much more. */
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

/** A provider's description, read and checked. */
export interface Described {
  readonly metadata: ServerMetadata & z.infer<typeof descriptionSchema>;
  /** How its ID tokens may be signed: what it names and what is allowed. */
  readonly algorithms: readonly string[];
  /** As the answer was dated. */
  readonly date: Date | null;
}

/** By the provider's key at this portal. */
interface Kept {
  readonly revision: number;
  /** Milliseconds since 1970. */
  readonly readAt: number;
  readonly described: Promise<Described>;
  /** The keys that were read last. */
  keys?: ExportedJWKSCache;
}

/** By the providers' keys, which no two have in any database. Unsaved settings have entries of their own. */
const kept = new Map<string, Kept>();
const cacheKey = ({ key, draft }: Pick<ProviderSettings, 'key' | 'draft'>): string =>
  draft ? `${key} ${draft.fingerprint.toString('hex')}` : key;

/**
 * A client of an account's provider: description of at most one hour, guarded requests, ID tokens with a signature, algorithms and an issuer that are
 * checked (SSO-40 to SSO-42).
 * @param oldest milliseconds of the description, where a sign-in begins: it shows that the provider is there
 * @throws UnreachableError; SsoError where the description is not as it has to be. Failures are not kept.
 */
export async function getClient(
  settings: ProviderSettings,
  config: ClientConfig,
  oldest = descriptionLife,
): Promise<Configuration> {
  const client = await createClient(settings, config, await discoverProvider(settings, config, oldest));
  const { keys } = kept.get(cacheKey(settings)) ?? {};
  if (keys) await provideCachedKeys(client, keys);
  return client;
}

/** The description of a provider, of at most one hour. @param oldest milliseconds for less @throws as `getClient` */
export function discoverProvider(
  settings: ProviderSettings,
  config: ClientConfig,
  oldest = descriptionLife,
): Promise<Described> {
  const found = kept.get(cacheKey(settings));
  if (found && found.revision === settings.revision && found.readAt > Date.now() - oldest) return found.described;
  return keep(settings, readDescription(settings, config));
}

/** The same with a description that was read just now, which sign-ins use from then on. */
export async function clientFromDescription(
  settings: ProviderSettings,
  config: ClientConfig,
  described: Described,
): Promise<Configuration> {
  return createClient(settings, config, await keep(settings, Promise.resolve(described)));
}

/** Keeps the keys that a client read, for the next one of the provider. */
export async function cacheKeys(
  settings: Pick<ProviderSettings, 'key' | 'draft'>,
  client: Configuration,
): Promise<void> {
  const { getJwksCache } = await import('openid-client');
  const [entry, keys] = [kept.get(cacheKey(settings)), getJwksCache(client)];
  if (entry && keys && keys.uat > (entry.keys?.uat ?? 0)) entry.keys = structuredClone(keys);
}

/** Seconds after which the library reads keys anew for one that it does not know. */
const knownKeysAge = 60;

/** Lends a client keys as if they were read a minute ago: a provider's new key is looked for at once (SSO-24). */
async function provideCachedKeys(client: Configuration, keys: ExportedJWKSCache): Promise<void> {
  const { setJwksCache } = await import('openid-client');
  setJwksCache(client, { ...keys, uat: Math.min(keys.uat, Math.floor(Date.now() / 1000) - knownKeysAge) });
}

function keep(settings: ProviderSettings, described: Promise<Described>): Promise<Described> {
  const key = cacheKey(settings);
  const entry: Kept = { revision: settings.revision, readAt: Date.now(), described };
  kept.delete(key);
  kept.set(key, entry);
  const [oldest] = kept.keys();
  if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
  described.catch(() => {
    if (kept.get(key) === entry) kept.delete(key);
  });
  return described;
}

async function createClient(
  { clientId, clientSecret }: ProviderSettings,
  { identityProviders: { privateOrigins } }: ClientConfig,
  { metadata, algorithms }: Described,
): Promise<Configuration> {
  const openid = await import('openid-client');
  const client = new openid.Configuration(
    { ...metadata, id_token_signing_alg_values_supported: [...algorithms] },
    clientId,
    { [openid.clockTolerance]: clockTolerance },
    clientAuthentication(openid, metadata)(clientSecret),
  );
  client[openid.customFetch] = guardedFetch(privateOrigins);
  client.timeout = secondsToAnswer;
  // The library does not check the ID token's signature unless it is asked to.
  openid.enableNonRepudiationChecks(client);
  if (privateOrigins.some((origin) => hasOrigin(origin, metadata))) openid.allowInsecureRequests(client);
  return client;
}

/** How the portal proves to be the client: by the body, where the provider names that, else by a header as the standard has it. */
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
export function guardedFetch(privateOrigins: readonly string[], { returnsRedirects = false } = {}) {
  return createGuardedFetch({ privateOrigins, timeoutMilliseconds: secondsToAnswer * 1000, returnsRedirects });
}

/**
 * Reads a provider's description.
 * @throws UnreachableError; SsoError: `notOpenId`, `issuerDiffers`, `addressNotAllowed`, `algorithmNotAllowed`, `tenantWrong`.
 */
export async function readDescription(
  { issuer, clientSecret }: ProviderSettings,
  { identityProviders: { privateOrigins } }: ClientConfig,
): Promise<Described> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  if (!URL.canParse(url)) throw new SsoError('notOpenId', { facts: { url } });
  const answer = await guardedFetch(privateOrigins)(url, { headers: { accept: 'application/json' } });
  const body: unknown = await answer.json().catch(() => undefined);
  // Entra ID tells here that it does not know the tenant.
  if (answer.status !== 200) {
    const told = diagnoseTokenAnswer(body, [clientSecret]);
    const isKnown = told !== null && told.failure !== 'other';
    throw isKnown
      ? new SsoError(told.failure, told)
      : new SsoError('notOpenId', { providerSays: told?.providerSays ?? null, facts: { url, status: answer.status } });
  }
  const read = descriptionSchema.safeParse(body);
  if (!read.success) throw new SsoError('notOpenId', { facts: { url, status: answer.status } });
  return check(read.data, { issuer, privateOrigins, date: answer.headers.get('date') });
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
    // What a provider may leave out is left out where it may not be visited.
    metadata: {
      ...rest,
      ...(userinfo !== undefined && isAllowed(userinfo, privateOrigins) && { userinfo_endpoint: userinfo }),
      ...(end !== undefined && isAllowed(end, privateOrigins) && { end_session_endpoint: end }),
    },
    algorithms,
    date: Number.isNaN(dated) ? null : new Date(dated),
  };
}

/** Whether browsers may be led to an address: https, but for origins that a setting allows. Whether it is private is seen where it is asked. */
function isAllowed(value: string, privateOrigins: readonly string[]): boolean {
  const url = URL.parse(value);
  return url !== null && (url.protocol === 'https:' || privateOrigins.includes(url.origin));
}
