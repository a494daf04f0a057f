import type { Proof } from '@portico/contract';
import type { Configuration } from 'openid-client';
import { UnreachableError } from '../../core/http/guarded-fetch.ts';
import { beginAuthorization, readClaimLine, redeemCode } from '../single-sign-on/authorization.ts';
import { isStorable } from '../single-sign-on/identity.ts';
import { cacheKeys, getClient } from '../single-sign-on/openid-client.ts';
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
  /** Whether the provider can still vouch for a verified address. By default it can. */
  readonly vouchesFor?: (claims: Readonly<Record<string, unknown>>) => boolean;
  /** Origins that may be private or without TLS (EXT-9). */
  readonly privateOrigins: readonly string[];
  readonly allowedHosts?: readonly string[] | undefined;
}

/** An OpenID Connect provider with the same client as customers' providers: guarded requests, and verified ID tokens (EXT-3). */
export function createOpenIdProvider(options: OpenIdOptions): IdentityProvider {
  const { name, displayName, proof, callbackPath, issuer, parameters, privateOrigins, allowedHosts = [] } = options;
  const { vouchesFor } = options;
  const settings = { ...options, key: issuer, revision: 1 };
  const client = () => getClient(settings, { identityProviders: { privateOrigins, allowedHosts } });
  return {
    name,
    displayName,
    proof,
    callbackPath,
    origin: new URL(issuer).origin,
    begin: ({ redirectUri, names }) =>
      withClient(client, (configuration) =>
        beginAuthorization(configuration, {
          ...parameters,
          scope: names ? 'openid email profile' : 'openid email',
          redirect_uri: redirectUri,
        }),
      ),
    async finish(returned, binding) {
      const { claims } = await withClient(client, async (configuration) => {
        const redeemed = await redeemCode(configuration, returned, binding);
        await cacheKeys(settings, configuration);
        return redeemed;
      });
      if (!claims || claims.iss !== issuer) throw new Error(`an identity of another issuer than ${issuer}`);
      if (!isStorable(claims.sub)) throw new Error('an identity without a valid subject');
      return {
        issuer,
        subject: claims.sub,
        // A truncated address would be another person's.
        email: typeof claims.email === 'string' && claims.email.length <= 320 ? claims.email : null,
        isEmailVerified: claims.email_verified === true && (vouchesFor?.(claims) ?? true),
        firstName: readClaimLine(claims.given_name),
        lastName: readClaimLine(claims.family_name),
      };
    },
  };
}

/** Maps the library's errors to the portal's: the provider is unreachable, the user canceled, or the answer is invalid. */
async function withClient<Result>(
  client: () => Promise<Configuration>,
  ask: (client: Configuration) => Promise<Result>,
): Promise<Result> {
  try {
    return await ask(await client());
  } catch (error) {
    const { AuthorizationResponseError } = await import('openid-client');
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
