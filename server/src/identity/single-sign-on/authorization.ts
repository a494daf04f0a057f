import type { Configuration, IDToken, TokenEndpointResponse } from 'openid-client';
import { newSecret } from '../../core/secrets.ts';
import { SsoError } from './failures.ts';

/** Tolerated difference between the clocks of portal and provider, in seconds (SSO-43). */
export const clockTolerance = 60;

/** The values that bind a provider's answer to the browser and the flow that asked for it. */
export interface FlowBinding {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** Creates an authorization address with a new state, nonce and PKCE challenge (SSO-21, EXT-3). @param parameters at least `scope` and `redirect_uri` */
export async function beginAuthorization(
  client: Configuration,
  parameters: Readonly<Record<string, string>>,
): Promise<FlowBinding & { readonly location: string }> {
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client');
  const [state, nonce, codeVerifier] = [newSecret(), newSecret(), newSecret()];
  const { href: location } = buildAuthorizationUrl(client, {
    ...parameters,
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  });
  return { state, nonce, codeVerifier, location };
}

/**
 * Redeems the code of a returned address. The library checks state, PKCE, and the ID token's signature, issuer, audience,
 * nonce and expiry. @returns `claims` is undefined if the answer has no ID token
 * @throws the library's errors; SsoError for a token that was issued in the future (SSO-43)
 */
export async function redeemCode(
  client: Configuration,
  returned: URL,
  { state, nonce, codeVerifier }: FlowBinding,
): Promise<{ readonly tokens: TokenEndpointResponse; readonly claims: IDToken | undefined }> {
  const { authorizationCodeGrant } = await import('openid-client');
  const tokens = await authorizationCodeGrant(client, returned, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  const seconds = claims ? claims.iat - Math.floor(Date.now() / 1000) : 0;
  if (seconds > clockTolerance) throw new SsoError('clockDiffers', { facts: { seconds } });
  return { tokens, claims };
}

/** A name in a claim as the portal's forms accept it: one line of at most 100 characters. Empty if it is not a text, or has only invisible characters. */
export function readClaimLine(claim: unknown): string {
  if (typeof claim !== 'string') return '';
  const line = claim
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 100)
    // The cut may have split a character in two.
    .replace(/\p{Cs}/gu, '')
    .trim();
  return /^[\p{Cf}\p{Z}]*$/u.test(line) ? '' : line;
}
