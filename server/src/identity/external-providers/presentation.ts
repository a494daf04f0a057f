import type { ExternalProvider, ExternalProviderRow, ExternalProviderType, MailDomain } from '@portico/contract';
import { signOnAddresses } from '@portico/contract';
import type { Config } from '../../core/config.ts';
import type { DomainRow } from './domains.queries.ts';
import type { ProviderRow } from './external-providers.queries.ts';
import { providerAuthority } from './external-providers.rules.ts';
import { parseMappings } from './settings.ts';
import { txtRecordName, txtRecordText } from './txt-record.ts';

const formatMoment = (at: Date | null) => at?.toISOString() ?? null;
const fillPath = (path: string, key: string) => path.replace(/\{\w+\}/, key);

/** The address that is mailed to prove a domain's ownership (SSO-7). */
export const domainAdminAddress = (domain: string) => `admin@${domain}`;

/** A provider as the list shows it. */
export function presentRow(row: ProviderRow, domains: readonly DomainRow[]): ExternalProviderRow {
  return {
    id: row.id,
    name: row.name,
    type: row.type as ExternalProviderType,
    active: row.isActive,
    domain: row.domain,
    mailDomains: domains
      .filter(({ providerId, provedAt }) => providerId === row.id && provedAt !== null)
      .map(({ domain }) => domain),
    secretExpiresOn: row.secretExpiresOn,
    createdAt: row.createdAt.toISOString(),
  };
}

export interface Surroundings {
  readonly domains: readonly DomainRow[];
  /** The key of the account's sign-in page. */
  readonly ssoKey: string;
  /** Whether the reader sees the end of the secret: only admins do (SSO-4). */
  readonly showsSecretEnd: boolean;
  readonly hasBreakGlassCode: boolean;
  readonly isConfirmedByOwner: boolean;
  readonly openSessions: number;
  readonly publicUrl: string;
  readonly config: Pick<Config, 'accountProviders'>;
}

/** A provider with the values needed to connect it, without its secret (SSO-4). */
export function presentProvider(
  row: ProviderRow,
  {
    domains,
    ssoKey,
    showsSecretEnd,
    hasBreakGlassCode,
    isConfirmedByOwner,
    openSessions,
    publicUrl,
    config,
  }: Surroundings,
): ExternalProvider {
  const { callback, signedOut, backChannelLogout, frontChannelLogout, signIn } = signOnAddresses;
  const portalUrl = (path: string) => `${publicUrl}${fillPath(path, row.key)}`;
  return {
    ...presentRow(row, domains),
    tenantId: row.tenantId,
    authority: providerAuthority(config.accountProviders, row),
    clientId: row.clientId,
    clientSecretEnd: showsSecretEnd || row.clientSecretEnd === null ? row.clientSecretEnd : '',
    clientSecretSavedAt: formatMoment(row.clientSecretSavedAt),
    prohibitOtherAuthentications: row.prohibitsOthers,
    userCreation: row.createsUsers,
    callbackPath: fillPath(callback, row.key),
    signedOutCallbackPath: fillPath(signedOut, row.key),
    callbackUrl: portalUrl(callback),
    signedOutCallbackUrl: portalUrl(signedOut),
    backChannelLogoutUrl: portalUrl(backChannelLogout),
    frontChannelLogoutUrl: portalUrl(frontChannelLogout),
    signInUrl: `${publicUrl}${fillPath(signIn, ssoKey)}`,
    domains: domains.filter(({ providerId }) => providerId === row.id).map(presentDomain),
    claimMappings: parseMappings(row),
    revision: row.revision,
    version: row.version,
    testedRevision: row.testedRevision,
    testedAt: formatMoment(row.testedAt),
    isConfirmedByOwner,
    hasBreakGlassCode,
    openSessions,
  };
}

function presentDomain(row: DomainRow): MailDomain {
  return {
    id: row.id,
    domain: row.domain,
    provedAt: formatMoment(row.provedAt),
    proof: row.proof,
    recordName: txtRecordName(row.domain),
    recordValue: txtRecordText(row.recordValue),
    checkedAt: formatMoment(row.checkedAt),
    lastCheck: row.lastCheck,
    foundValue: row.foundValue,
    mailedTo: domainAdminAddress(row.domain),
    mailedAt: formatMoment(row.mailedAt),
  };
}
