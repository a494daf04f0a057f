import { externalProviderTypes } from '@portico/contract';
import type { Configuration } from 'openid-client';
import type { ProviderSettings } from '../external-providers/settings.ts';
import { SsoError } from './failures.ts';
import { cacheKeys } from './openid-client.ts';

/** The claims of an ID token that was checked, together with those that the provider's userinfo adds. */
export type Claims = Readonly<Record<string, unknown>>;

/** Who somebody is at an account's identity provider. Users are found by provider, issuer and subject, never by address alone (SSO-20). */
export interface SsoIdentity {
  readonly issuer: string;
  /** `sub`; for Entra ID the object id within the tenant, which is the same for all its applications. */
  readonly subject: string;
  /** In lower case; null where the provider tells none, or says that it is not theirs. */
  readonly email: string | null;
  /** Empty where the provider does not say. */
  readonly firstName: string;
  readonly lastName: string;
  /** The session there; null where the provider does not tell it. */
  readonly sid: string | null;
  readonly claims: Claims;
  /** As it came: the hint for signing out there. */
  readonly idToken: string;
}

/** What binds an answer to the visit that asked for it. */
export interface BoundVisit {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/**
 * Redeems the code of an answer, and reads who came. The library checks state, PKCE, and the ID token's signature, issuer, audience, nonce and times (SSO-21).
 * @param returned the address at this portal to which the provider led, whose origin is `PUBLIC_URL`'s.
 * @throws SsoError for another issuer or tenant; what the library throws for all else.
 */
export async function redeemIdentity(
  client: Configuration,
  settings: Pick<ProviderSettings, 'key' | 'draft' | 'type' | 'issuer' | 'tenantId' | 'provedDomains'>,
  returned: URL,
  { state, nonce, codeVerifier }: BoundVisit,
): Promise<SsoIdentity> {
  const { authorizationCodeGrant, fetchUserInfo } = await import('openid-client');
  const tokens = await authorizationCodeGrant(client, returned, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  });
  await cacheKeys(settings, client);
  const stated = tokens.claims();
  if (!stated || !tokens.id_token || stated.iss !== settings.issuer) throw new SsoError('issuerWrong');
  const subject = readSubject(settings, stated);
  // Many providers keep the address for those who ask with the access token.
  const isThin = typeof stated.email !== 'string' && client.serverMetadata().userinfo_endpoint !== undefined;
  const claims: Claims = isThin
    ? { ...(await fetchUserInfo(client, tokens.access_token, stated.sub)), ...stated }
    : stated;
  return {
    issuer: stated.iss,
    subject,
    ...readPersonalClaims(settings, claims),
    sid: typeof claims.sid === 'string' && claims.sid.length <= 500 ? claims.sid : null,
    claims,
    idToken: tokens.id_token,
  };
}

/** Address and names of a set of claims. */
export function readPersonalClaims(
  settings: Pick<ProviderSettings, 'type' | 'provedDomains'>,
  claims: Claims,
): Pick<SsoIdentity, 'email' | 'firstName' | 'lastName'> {
  const [first = '', ...rest] = readLine(claims.name).split(' ');
  const isNamed = typeof claims.given_name === 'string' || typeof claims.family_name === 'string';
  return {
    email: readEmail(settings, claims),
    firstName: isNamed ? readLine(claims.given_name) : first,
    lastName: isNamed ? readLine(claims.family_name) : rest.join(' '),
  };
}

/** @throws SsoError for a token of another tenant than the account's, and for one that names nobody: all such people would be one */
function readSubject({ type, tenantId }: Pick<ProviderSettings, 'type' | 'tenantId'>, claims: Claims): string {
  if (type !== externalProviderTypes.entraId) {
    if (typeof claims.sub !== 'string' || claims.sub.trim() === '') throw new SsoError('notOpenId');
    return claims.sub;
  }
  if (tenantId === null || claims.tid !== tenantId || typeof claims.oid !== 'string' || claims.oid.trim() === '')
    throw new SsoError('tenantWrong');
  return claims.oid;
}

/**
 * The person's address. Entra ID often tells it as the name to sign in with; of several the one counts that is within a proved domain (SSO-22).
 */
function readEmail(
  { type, provedDomains }: Pick<ProviderSettings, 'type' | 'provedDomains'>,
  claims: Claims,
): string | null {
  const isDenied =
    claims.email_verified === false || claims.xms_edov === false || claims.xms_edov === 0 || claims.xms_edov === '0';
  const named = type === externalProviderTypes.entraId ? [claims.preferred_username, claims.upn] : [];
  const candidates = [isDenied ? undefined : claims.email, ...named].flatMap(listAddresses);
  return candidates.find((address) => isWithin(address, provedDomains)) ?? candidates[0] ?? null;
}

function listAddresses(claim: unknown): string[] {
  if (typeof claim !== 'string' || claim.length > 254) return [];
  return /^[^@\s\p{Cc}]+@[^@\s\p{Cc}]+$/u.test(claim) ? [claim.toLowerCase()] : [];
}

/** Whether an address is within one of some mail domains. Domains below them are others. */
export function isWithin(address: string, domains: readonly string[]): boolean {
  return domains.includes(address.slice(address.lastIndexOf('@') + 1).toLowerCase());
}

/** One line of at most 100 characters; empty for anything else. */
function readLine(claim: unknown): string {
  return typeof claim === 'string'
    ? claim
        .replace(/[\p{Cc}\s]+/gu, ' ')
        .trim()
        .slice(0, 100)
    : '';
}
