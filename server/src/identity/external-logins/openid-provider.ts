import type { Proof } from '@portico/contract';
import type { Configuration } from 'openid-client';
import { createGuardedFetch, UnreachableError } from '../../core/http/guarded-fetch.ts';
import { CanceledError, type IdentityProvider } from './providers.ts';

export interface OpenIdOptions {
  readonly name: string;
  readonly displayName: string;
  readonly proof: Proof;
  readonly callbackPath: string;
  /** Exactly as the provider writes it. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Additional parameters of the authorization request. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Origins that may be private or without TLS (EXT-9). */
  readonly privateOrigins: readonly string[];
}

/** How long a provider's description is cached, in milliseconds. */
const descriptionLife = 60 * 60 * 1000;
const secondsToAnswer = 10;

/** Loaded at the first use of a provider, because most portals have none. */
const library = () => import('openid-client');

/** An OpenID Connect provider: code flow with PKCE, state and nonce. The ID token's signature, issuer and audience are checked (EXT-3). */
export function createOpenIdProvider(options: OpenIdOptions): IdentityProvider {
  const configuration = cacheFor(descriptionLife, () => discover(options));
  const { name, displayName, proof, callbackPath, issuer, parameters } = options;
  return {
    name,
    displayName,
    proof,
    callbackPath,
    origin: new URL(issuer).origin,
    async begin({ state, nonce, codeVerifier, redirectUri }, { names }) {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library();
      return buildAuthorizationUrl(await mapLibraryErrors(configuration), {
        ...parameters,
        scope: names ? 'openid email profile' : 'openid email',
        redirect_uri: redirectUri,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
    },
    async finish(returned, { state, nonce, codeVerifier }) {
      const { authorizationCodeGrant } = await library();
      const config = await mapLibraryErrors(configuration);
      const tokens = await mapLibraryErrors(() =>
        authorizationCodeGrant(config, returned, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        }),
      );
      const claims = tokens.claims();
      if (!claims || claims.iss !== issuer) throw new Error(`an identity of another issuer than ${issuer}`);
      return {
        issuer,
        subject: claims.sub,
        email: typeof claims.email === 'string' ? claims.email.slice(0, 320) : null,
        isEmailVerified: claims.email_verified === true,
        firstName: readLine(claims.given_name),
        lastName: readLine(claims.family_name),
      };
    },
  };
}

/** One line of at most 100 characters; empty for anything else. */
function readLine(claim: unknown): string {
  return typeof claim === 'string'
    ? claim
        .replace(/\p{Cc}/gu, ' ')
        .trim()
        .slice(0, 100)
    : '';
}

async function discover({ issuer, clientId, clientSecret, privateOrigins }: OpenIdOptions): Promise<Configuration> {
  const url = new URL(issuer);
  const openid = await library();
  const authentication = openid.ClientSecretPost(clientSecret);
  const isPrivate = privateOrigins.includes(url.origin);
  const config = await openid.discovery(url, clientId, { id_token_signed_response_alg: 'RS256' }, authentication, {
    [openid.customFetch]: createGuardedFetch({ privateOrigins, timeoutMilliseconds: secondsToAnswer * 1000 }),
    timeout: secondsToAnswer,
    // The library checks the ID token's signature only on request.
    execute: [openid.enableNonRepudiationChecks, ...(isPrivate ? [openid.allowInsecureRequests] : [])],
  });
  // The library makes exceptions for some issuers.
  if (config.serverMetadata().issuer !== issuer) throw new Error(`${issuer} states another issuer`);
  return config;
}

/** Maps the library's errors to the portal's: the provider is unreachable, the user canceled, or the answer is invalid. */
async function mapLibraryErrors<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    const { AuthorizationResponseError } = await library();
    if (error instanceof AuthorizationResponseError && error.error === 'access_denied') throw new CanceledError();
    for (let current: unknown = error; current instanceof Error; current = current.cause)
      if (current instanceof UnreachableError || isTimeout(current))
        throw new UnreachableError('no answer', { cause: error });
    throw error;
  }
}

function isTimeout(error: Error): boolean {
  return error.name === 'TimeoutError' || (error as { code?: string }).code === 'OAUTH_TIMEOUT';
}

/** Caches a result for some milliseconds. Failures are not cached. */
function cacheFor<Result>(milliseconds: number, make: () => Promise<Result>): () => Promise<Result> {
  let cached: { readonly result: Promise<Result>; readonly until: number } | undefined;
  return () => {
    if (cached && cached.until > Date.now()) return cached.result;
    const result = make();
    cached = { result, until: Date.now() + milliseconds };
    result.catch(() => {
      if (cached?.result === result) cached = undefined;
    });
    return result;
  };
}
