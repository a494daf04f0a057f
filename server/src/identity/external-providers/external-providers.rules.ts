import { domainSuffixes, type ExternalProviderType, externalProviderTypes, mailDomain } from '@portico/contract';
import type { Config } from '../../core/config.ts';
import type { MessageKey } from '../../core/messages/index.ts';
import type { ProviderRow } from './external-providers.queries.ts';

const { entraId, openId, okta } = externalProviderTypes;

/** Refused fields, each with its message. */
export type FieldProblems = Partial<Record<string, MessageKey>>;

/** The entered values that select the provider's server. */
export interface ConnectionInput {
  readonly domain: string;
  readonly tenantId?: string | null | undefined;
  readonly authority?: string | null | undefined;
}

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const tenantName = new RegExp(`^${label}$`);
const hostName = new RegExp(`^(?=.{1,253}$)${label}(?:\\.${label})*$`);
const guid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** The normalized domain without its suffix; a pasted URL is reduced to its host (SSO-3). @returns undefined for an invalid domain */
export function normalizeDomain(type: ExternalProviderType, entered: string): string | undefined {
  const text = entered.trim().toLowerCase();
  const host = (text.includes('://') ? (URL.parse(text)?.hostname ?? '') : text.replace(/\/.*$/, '')).replace(
    /\.$/,
    '',
  );
  if (type === openId) return hostName.test(host) ? host : undefined;
  const suffix = domainSuffixes[type];
  // Okta's administrators see the address of its console, which has another host name.
  const name = host.endsWith(suffix)
    ? host.slice(0, -suffix.length).replace(type === okta ? /-admin$/ : /$^/, '')
    : host;
  return tenantName.test(name) ? name : undefined;
}

/** The normalized tenant id; undefined for an invalid GUID (SSO-3). */
export function parseTenantId(entered: string | null | undefined): string | undefined {
  const text = (entered ?? '').trim().toLowerCase();
  return guid.test(text) ? text : undefined;
}

/**
 * The normalized address of an OpenID provider: https, without the path of the provider's description, which users
 * often paste too (SSO-3).
 * @param privateOrigins origins that may use http
 * @returns undefined for an invalid address
 */
export function parseOpenIdAuthority(entered: string, privateOrigins: readonly string[]): string | undefined {
  const text = entered.trim().replace(/\/\.well-known\/openid-configuration\/?$/, '');
  const url = URL.parse(text);
  if (!url || [url.username, url.password, url.search, url.hash].some((part) => part !== '')) return undefined;
  if (url.protocol !== 'https:' && !privateOrigins.includes(url.origin)) return undefined;
  return url.pathname.includes('/.well-known/') ? undefined : text;
}

/** The provider's issuer: entered for OpenID, derived for the other types. Null if an OpenID provider has no address yet. */
export function providerAuthority(
  { entraAuthority, oktaAuthority }: Config['accountProviders'],
  { type, domain, tenantId, authority }: Pick<ProviderRow, 'type' | 'domain' | 'tenantId' | 'authority'>,
): string | null {
  if (type === entraId) return tenantId === null ? null : entraAuthority.replaceAll('{tenantId}', tenantId);
  return type === okta ? oktaAuthority.replaceAll('{domain}', domain) : authority;
}

/** A provider's domain as a mail domain; undefined for types whose domain is not a mail domain. */
export function providerMailDomain({ type, domain }: Pick<ProviderRow, 'type' | 'domain'>): string | undefined {
  return type === openId ? mailDomain.safeParse(domain).data : undefined;
}

/** The entered values, normalized for storage. */
export type Connection = Pick<ProviderRow, 'domain' | 'tenantId'>;

/** Validates domain and tenant (SSO-3). @param missing the message for an empty domain */
export function readConnection(
  type: ExternalProviderType,
  { domain, tenantId }: ConnectionInput,
  missing: MessageKey,
): { readonly connection: Connection; readonly problems: FieldProblems } {
  const name = normalizeDomain(type, domain);
  const tenant = type === entraId ? parseTenantId(tenantId) : undefined;
  return {
    connection: { domain: name ?? '', tenantId: tenant ?? null },
    problems: {
      ...(name === undefined && { domain: domain.trim() === '' ? missing : domainFormats[type] }),
      ...(type === entraId && tenant === undefined && { tenantId: tenantProblem(tenantId) }),
    },
  };
}

const domainFormats: Readonly<Record<ExternalProviderType, MessageKey>> = {
  0: 'externalProviders.domainOfEntraId',
  1: 'externalProviders.domainOfOpenId',
  2: 'externalProviders.domainOfOkta',
};

function tenantProblem(entered: string | null | undefined): MessageKey {
  return (entered ?? '').trim() === '' ? 'externalProviders.tenantRequired' : 'externalProviders.tenantFormat';
}

/** Validates the address of an OpenID provider; other types have none (SSO-3). */
export function readAuthority(
  type: ExternalProviderType,
  entered: string | null | undefined,
  privateOrigins: readonly string[],
): { readonly authority: string | null; readonly problems: FieldProblems } {
  if (type !== openId) return { authority: null, problems: {} };
  const text = (entered ?? '').trim();
  if (text === '') return { authority: null, problems: { authority: 'externalProviders.authorityRequired' } };
  const authority = parseOpenIdAuthority(text, privateOrigins);
  return authority === undefined
    ? { authority: null, problems: { authority: 'externalProviders.authorityFormat' } }
    : { authority, problems: {} };
}

/** The credentials that an active provider requires (SSO-13). */
export function missingCredentials(clientId: string | null, hasSecret: boolean): FieldProblems {
  return {
    ...(clientId === null && { clientId: 'externalProviders.clientIdRequired' as const }),
    ...(!hasSecret && { clientSecret: 'externalProviders.clientSecretRequired' as const }),
  };
}

/** Whether a change makes earlier tests outdated (SSO-9). */
export function isTestOutdated(
  before: Pick<ProviderRow, 'domain' | 'tenantId' | 'authority' | 'clientId'>,
  after: Pick<ProviderRow, 'domain' | 'tenantId' | 'authority' | 'clientId'>,
  hasNewSecret: boolean,
): boolean {
  return (
    hasNewSecret ||
    before.domain !== after.domain ||
    before.tenantId !== after.tenantId ||
    before.authority !== after.authority ||
    before.clientId !== after.clientId
  );
}

/** Why a provider cannot be activated now (SSO-13). */
export type ActivationRefusal = 'noProvedDomain' | 'notTested';

/** @returns null if the provider can be activated */
export function activationRefusal(
  { revision, testedRevision }: Pick<ProviderRow, 'revision' | 'testedRevision'>,
  { hasProvedDomain, withoutPassedTest }: { readonly hasProvedDomain: boolean; readonly withoutPassedTest: boolean },
): ActivationRefusal | null {
  if (!hasProvedDomain) return 'noProvedDomain';
  return withoutPassedTest || testedRevision === revision ? null : 'notTested';
}
