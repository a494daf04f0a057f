import { type ClaimMapping, claimMapping, type ExternalProviderType } from '@portico/contract';
import { z } from 'zod';
import { findAccountBySsoKey, findAccountSignOn } from '../../accounts/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { listDomains } from './domains.queries.ts';
import type { ExternalProvidersContext } from './external-providers.context.ts';
import {
  findActiveByDomain,
  findProvider,
  findProviderByKey,
  listActive,
  type ProviderRow,
  updateTested,
  updateTestedDraft,
} from './external-providers.queries.ts';
import { providerAuthority } from './external-providers.rules.ts';
import { unsealSecret } from './sealed-secret.ts';

/** An account's identity provider with its decrypted secret. */
export interface ProviderSettings {
  readonly id: number;
  /** Part of the provider's addresses at the portal. */
  readonly key: string;
  readonly accountId: number;
  readonly companyId: number;
  readonly name: string;
  readonly type: ExternalProviderType;
  /** Increases with each change of the connection (SSO-9). */
  readonly revision: number;
  readonly isActive: boolean;
  /** The user who last changed the connection; null if deleted. An owner is matched by address only at a provider that they connected (SSO-19). */
  readonly connectedBy: number | null;
  /** Compared exactly; empty if an OpenID provider has no address yet. */
  readonly issuer: string;
  /** Entra ID only. */
  readonly tenantId: string | null;
  /** Empty if not entered yet, like the secret. */
  readonly clientId: string;
  readonly clientSecret: string;
  readonly createsUsers: boolean;
  readonly prohibitsOthers: boolean;
  readonly claimMappings: readonly ClaimMapping[];
  /** Mail domains whose ownership is proved (SSO-5). */
  readonly provedDomains: readonly string[];
  /** Only for a test of unsaved settings (SSO-55). */
  readonly draft?: { readonly fingerprint: Buffer; readonly sealed: Buffer };
}

type Context = Pick<ExternalProvidersContext, 'database' | 'config'>;

const mappings = z.array(claimMapping);

/** Parses a row's stored mappings. */
export function parseMappings({ claimMappings }: Pick<ProviderRow, 'claimMappings'>): ClaimMapping[] {
  return mappings.parse(claimMappings);
}

/** A provider by its key, or by its id within an account; undefined also for another account's provider. */
export async function findSettings(
  context: Context,
  by: { readonly key: string } | { readonly id: number; readonly accountId: number },
): Promise<ProviderSettings | undefined> {
  const on = context.database.query;
  const row = 'key' in by ? await findProviderByKey(on, by.key) : await findProvider(on, by.accountId, by.id);
  return row && (await open(context, [row]))[0];
}

/** The active providers of an account's sign-in page, sorted by name; empty for an unknown page. */
export async function listAccountSettings(context: Context, ssoKey: string): Promise<readonly ProviderSettings[]> {
  const on = context.database.query;
  const account = await findAccountBySsoKey(on, ssoKey);
  return account ? open(context, await listActive(on, account.id)) : [];
}

/** The active provider of a proved mail domain (SSO-5). @param domain in upper or lower case */
export async function findSettingsByDomain(context: Context, domain: string): Promise<ProviderSettings | undefined> {
  const row = await findActiveByDomain(context.database.query, domain.toLowerCase());
  return row && (await open(context, [row]))[0];
}

/** Records that a test of a revision, or of unsaved settings, passed. Does nothing if the provider changed in the meantime (SSO-9). */
export async function recordTestPassed(
  on: Queryable,
  { id, draft }: Pick<ProviderSettings, 'id' | 'draft'>,
  revision: number,
): Promise<void> {
  if (draft) await updateTestedDraft(on, id, revision - 1, draft.fingerprint);
  else await updateTested(on, id, revision);
}

/** All rows must belong to one account. */
async function open({ database, config }: Context, rows: readonly ProviderRow[]): Promise<ProviderSettings[]> {
  const [first] = rows;
  if (!first) return [];
  const on = database.query;
  const [account, domains] = await Promise.all([
    findAccountSignOn(on, first.accountId),
    listDomains(
      on,
      rows.map(({ id }) => id),
    ),
  ]);
  if (!account) return [];
  return rows.map((row) => ({
    id: row.id,
    key: row.key,
    accountId: row.accountId,
    companyId: account.companyId,
    name: row.name,
    type: row.type as ExternalProviderType,
    revision: row.revision,
    isActive: row.isActive,
    connectedBy: row.connectedBy,
    issuer: providerAuthority(config.accountProviders, row) ?? '',
    tenantId: row.tenantId,
    clientId: row.clientId ?? '',
    clientSecret: unsealSecret(config.appSecret, row),
    createsUsers: row.createsUsers,
    prohibitsOthers: row.prohibitsOthers,
    claimMappings: parseMappings(row),
    provedDomains: domains
      .filter(({ providerId, provedAt }) => providerId === row.id && provedAt !== null)
      .map(({ domain }) => domain),
  }));
}
