import type {
  ExternalProvider,
  ExternalProviderDraft,
  ExternalProviderForm,
  ExternalProviderType,
} from '@portico/contract';
import { domainSuffixes, externalProviderTypes } from '@portico/contract/browser';

/** The values of the provider's form. */
export interface ProviderDraft {
  name: string;
  domain: string;
  tenantId: string;
  authority: string;
  clientId: string;
  /** Empty keeps the stored secret. */
  clientSecret: string;
  /** `YYYY-MM-DD`, or empty. */
  secretExpiresOn: string;
  userCreation: boolean;
  prohibitOtherAuthentications: boolean;
}

export function createProviderDraft(provider: ExternalProvider): ProviderDraft {
  return {
    name: provider.name,
    domain: provider.domain,
    tenantId: provider.tenantId ?? '',
    authority: provider.authority ?? '',
    clientId: provider.clientId ?? '',
    clientSecret: '',
    secretExpiresOn: provider.secretExpiresOn ?? '',
    userCreation: provider.userCreation,
    prohibitOtherAuthentications: provider.prohibitOtherAuthentications,
  };
}

/**
 * The values to send: only those of the provider's type.
 * @param version the version on which the draft is based (SSO-10)
 */
export function toProviderInput(
  draft: ProviderDraft,
  type: ExternalProviderType,
  version: number,
): ExternalProviderForm {
  return {
    name: draft.name.trim(),
    domain: withoutSuffix(draft.domain, type),
    tenantId: type === externalProviderTypes.entraId ? draft.tenantId.trim() || null : null,
    authority: type === externalProviderTypes.openId ? draft.authority.trim() || null : null,
    clientId: draft.clientId.trim() || null,
    clientSecret: draft.clientSecret.trim() || null,
    secretExpiresOn: draft.secretExpiresOn || null,
    userCreation: draft.userCreation,
    prohibitOtherAuthentications: draft.prohibitOtherAuthentications,
    version,
  };
}

/**
 * The domain for its field: a pasted address loses its scheme, its path and the suffix that is shown beside the
 * field.
 */
export function withoutSuffix(domain: string, type: ExternalProviderType): string {
  const host = domain
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/.*$/, '');
  const suffix = domainSuffixes[type];
  return suffix && host.toLowerCase().endsWith(suffix) ? host.slice(0, -suffix.length) : host;
}

/**
 * Whether the provider has everything required to be enabled (spec 2, §4): client, secret and domain, and a tenant
 * for Entra ID.
 */
export function hasAllParts(draft: ProviderDraft, { type, clientSecretEnd }: ExternalProvider): boolean {
  const hasTenant = type !== externalProviderTypes.entraId || draft.tenantId.trim() !== '';
  const hasSecret = clientSecretEnd !== null || draft.clientSecret.trim() !== '';
  return hasTenant && hasSecret && draft.clientId.trim() !== '' && draft.domain.trim() !== '';
}

/** Something that a provider needs before it can be enabled. */
export type MissingPart = 'settings' | 'domain' | 'test' | 'breakGlass';

/**
 * What the server would refuse, or ask about, if the provider were enabled now (SSO-13).
 * @param isTested whether the settings that would be enabled have passed a test
 */
export function missingParts(draft: ProviderDraft, provider: ExternalProvider, isTested: boolean): MissingPart[] {
  const needs: Record<MissingPart, boolean> = {
    settings: !hasAllParts(draft, provider),
    domain: provider.mailDomains.length === 0,
    test: !isTested,
    breakGlass: draft.prohibitOtherAuthentications && !provider.hasBreakGlassCode,
  };
  return (Object.keys(needs) as MissingPart[]).filter((part) => needs[part]);
}

/** Whether the form may be saved: only with a domain, and for Entra ID only with a tenant (spec 2, §5). */
export function maySave(draft: Pick<ProviderDraft, 'domain' | 'tenantId'>, type: ExternalProviderType): boolean {
  return draft.domain.trim() !== '' && (type !== externalProviderTypes.entraId || draft.tenantId.trim() !== '');
}

/** Hosts of this computer. A development server may reach them without https. */
const localHosts = ['localhost', '127.0.0.1', '[::1]'];

/** Whether the text is an https address. The server also decides which hosts it may reach. */
export function isSecureAddress(address: string): boolean {
  const url = /^https?:\/\/./i.test(address.trim()) ? URL.parse(address.trim()) : null;
  return url !== null && (url.protocol === 'https:' || localHosts.includes(url.hostname));
}

/**
 * Whole days until a date; negative if it is past.
 * @param day `YYYY-MM-DD`
 * @param now milliseconds since 1970
 */
export function daysUntil(day: string, now = Date.now()): number {
  const today = new Date(now);
  const from = Date.UTC(today.getFullYear(), today.getMonth(), today.getDate());
  return Math.round((Date.parse(`${day}T00:00:00Z`) - from) / 86_400_000);
}

/** The local midnight of a day. */
export const toLocalMidnight = (day: string): Date => new Date(`${day}T00:00:00`);

/** Whether the current settings have passed a test. */
export const hasPassedTest = ({ testedRevision, revision }: ExternalProvider): boolean => testedRevision === revision;

/** Fields whose change invalidates a passed test (SSO-9). */
const testedFields = ['domain', 'tenantId', 'authority', 'clientId', 'clientSecret'] as const;

/** Whether the draft differs from the saved settings in a field that a test depends on. */
export function changesTested(draft: ProviderDraft, provider: ExternalProvider): boolean {
  const saved = createProviderDraft(provider);
  return testedFields.some((field) => draft[field].trim() !== saved[field]);
}

/** The tested part of the draft if it differs from the saved settings; otherwise undefined. */
export function unsavedSettings(draft: ProviderDraft, provider: ExternalProvider): ExternalProviderDraft | undefined {
  if (!changesTested(draft, provider)) return undefined;
  const { domain, tenantId, authority, clientId, clientSecret } = toProviderInput(
    draft,
    provider.type,
    provider.version,
  );
  return { domain, tenantId, authority, clientId, clientSecret };
}
