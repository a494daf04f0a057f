import { externalProviderTypes } from '@portico/contract';
import type { Configuration, IDToken } from 'openid-client';
import { parseMailDomain } from '../../accounts/index.ts';
import type { ProviderSettings } from '../external-providers/settings.ts';
import { type FlowBinding, readClaimLine, redeemCode } from './authorization.ts';
import { SsoError } from './failures.ts';
import { listLeftOutClaims, listMissingClaims } from './mappings.ts';
import { cacheKeys } from './openid-client.ts';

/** The claims of a verified ID token, with those that userinfo adds. */
export type Claims = Readonly<Record<string, unknown>>;

/** An identity at an account's identity provider. Users are found by provider, issuer and subject, never by address only (SSO-20). */
export interface SsoIdentity {
  readonly issuer: string;
  /** `sub`; for Entra ID the object id in the tenant, which is the same for all its applications. */
  readonly subject: string;
  /** In lower case; null if missing, or if the provider says that it is unverified. */
  readonly email: string | null;
  /** Empty if the provider does not say. */
  readonly firstName: string;
  readonly lastName: string;
  /** The provider's session id; null if unknown. */
  readonly sid: string | null;
  /** When the user last signed in at the provider, by the ID token; null if it does not say (CON-1). */
  readonly authenticatedAt: Date | null;
  readonly claims: Claims;
  /** Mapped claims whose values are unknown: the provider left them out, or userinfo could not be read (SSO-58). */
  readonly unknownClaims: readonly string[];
  /** As received: the hint for signing out at the provider. */
  readonly idToken: string;
}

/**
 * Redeems the code and reads the identity. @param returned the returned address, at `PUBLIC_URL`
 * @throws SsoError for another issuer or tenant; the library's errors for everything else
 */
export async function redeemIdentity(
  client: Configuration,
  settings: Pick<
    ProviderSettings,
    'key' | 'draft' | 'type' | 'issuer' | 'tenantId' | 'provedDomains' | 'claimMappings'
  >,
  returned: URL,
  binding: FlowBinding,
): Promise<SsoIdentity> {
  const { tokens, claims: stated } = await redeemCode(client, returned, binding);
  await cacheKeys(settings, client);
  if (!stated || !tokens.id_token || stated.iss !== settings.issuer) throw new SsoError('issuerWrong');
  const subject = readSubject(settings, stated);
  const { claims, unknownClaims } = await completeClaims(client, settings, tokens.access_token, stated);
  return {
    issuer: stated.iss,
    subject,
    ...readPersonalClaims(settings, claims),
    sid: isStorable(claims.sid) ? claims.sid : null,
    authenticatedAt: readAuthenticationTime(stated.auth_time),
    claims,
    unknownClaims,
    idToken: tokens.id_token,
  };
}

/** Adds the claims of userinfo: many providers return the address only there, and some return groups only there. */
async function completeClaims(
  client: Configuration,
  { claimMappings }: Pick<ProviderSettings, 'claimMappings'>,
  accessToken: string,
  stated: IDToken,
): Promise<Pick<SsoIdentity, 'claims' | 'unknownClaims'>> {
  const unknownClaims = listLeftOutClaims(stated);
  const missing = listMissingClaims(claimMappings, stated).filter((claim) => !unknownClaims.includes(claim));
  const isThin = typeof stated.email !== 'string';
  if (client.serverMetadata().userinfo_endpoint === undefined || (!isThin && missing.length === 0))
    return { claims: stated, unknownClaims };
  const { fetchUserInfo } = await import('openid-client');
  const added = await fetchUserInfo(client, accessToken, stated.sub).catch((error: unknown) => {
    if (isThin) throw error;
    return null;
  });
  // A failed call does not mean that the person is in no group.
  if (added === null) return { claims: stated, unknownClaims: [...unknownClaims, ...missing] };
  return { claims: { ...added, ...stated }, unknownClaims: [...unknownClaims, ...listLeftOutClaims(added)] };
}

/** A time in seconds as a date, never later than now; null if it is not a time. */
function readAuthenticationTime(claim: unknown): Date | null {
  return typeof claim === 'number' && claim > 0 ? new Date(Math.min(claim * 1000, Date.now())) : null;
}

/** Reads address and names from claims. */
export function readPersonalClaims(
  settings: Pick<ProviderSettings, 'type' | 'provedDomains'>,
  claims: Claims,
): Pick<SsoIdentity, 'email' | 'firstName' | 'lastName'> {
  const [first = '', ...rest] = readClaimLine(claims.name).split(' ');
  const isNamed = typeof claims.given_name === 'string' || typeof claims.family_name === 'string';
  return {
    email: readEmail(settings, claims),
    firstName: isNamed ? readClaimLine(claims.given_name) : first,
    lastName: isNamed ? readClaimLine(claims.family_name) : rest.join(' '),
  };
}

/** @throws SsoError for a token of another tenant, or one without a subject, which would match every such user */
function readSubject({ type, tenantId }: Pick<ProviderSettings, 'type' | 'tenantId'>, claims: Claims): string {
  if (type !== externalProviderTypes.entraId) {
    if (!isStorable(claims.sub)) throw new SsoError('notOpenId');
    return claims.sub;
  }
  if (tenantId === null || claims.tid !== tenantId || !isStorable(claims.oid)) throw new SsoError('tenantWrong');
  return claims.oid;
}

/** Whether an identifier has at most 500 characters, none of which the database refuses. OpenID Connect allows 255 for a subject. */
export function isStorable(claim: unknown): claim is string {
  return (
    typeof claim === 'string' &&
    claim.trim() !== '' &&
    claim.length <= 500 &&
    !/\p{Cc}/u.test(claim) &&
    claim.isWellFormed()
  );
}

/** The address of the identity. Entra ID often sends it as the sign-in name. Of several, one within a proved domain is used (SSO-22). */
function readEmail(
  { type, provedDomains }: Pick<ProviderSettings, 'type' | 'provedDomains'>,
  claims: Claims,
): string | null {
  const isDenied = isFalse(claims.email_verified) || isFalse(claims.xms_edov);
  const named = type === externalProviderTypes.entraId ? [claims.preferred_username, claims.upn] : [];
  const candidates = [isDenied ? undefined : claims.email, ...named].flatMap(listAddresses);
  return candidates.find((address) => isWithin(address, provedDomains)) ?? candidates[0] ?? null;
}

/** Whether a claim says no, also as a text or a number, as some providers send it. A missing claim does not. */
function isFalse(claim: unknown): boolean {
  return claim !== undefined && claim !== null && ['false', '0'].includes(String(claim).trim().toLowerCase());
}

/** The address of a claim, also of a list with one address. */
function listAddresses(given: unknown): string[] {
  const claim: unknown = Array.isArray(given) && given.length === 1 ? given[0] : given;
  if (typeof claim !== 'string' || claim.length > 254) return [];
  return /^[^@\s\p{Cc}]+@[^@\s\p{Cc}]+$/u.test(claim) ? [claim.toLowerCase()] : [];
}

/** Whether an address belongs to one of the domains. Subdomains do not count. */
export function isWithin(address: string, domains: readonly string[]): boolean {
  return domains.includes(parseMailDomain(address));
}
