import { listDomains } from './domains.queries.ts';
import type { ExternalProvidersContext } from './external-providers.context.ts';
import type { ProviderSettings } from './settings.ts';
import { lookUpRecord } from './txt-record.ts';

/** A mail domain with what its TXT record is at this moment. */
export interface LookedAtDomain {
  readonly domain: string;
  readonly isProved: boolean;
  readonly proof: 'dns' | 'mail' | null;
  readonly record: 'found' | 'missing' | 'other' | 'unreachable';
}

/** Mail domains whose records are looked for at once: proved ones first. */
const mostLooked = 5;

/** Looks for the records of a provider's mail domains, and changes nothing: who wants a domain proved asks for that (SSO-6). Those proved come first. */
export async function lookAtDomains(
  { database, config }: Pick<ExternalProvidersContext, 'database' | 'config'>,
  { id }: Pick<ProviderSettings, 'id'>,
): Promise<readonly LookedAtDomain[]> {
  const rows = await listDomains(database.query, [id]);
  const first = rows.toSorted((one, other) => Number(other.provedAt !== null) - Number(one.provedAt !== null));
  return Promise.all(
    first.slice(0, mostLooked).map(async (row) => ({
      domain: row.domain,
      isProved: row.provedAt !== null,
      proof: row.proof,
      record: (await lookUpRecord(config.accountProviders.nameServers, row)).lastCheck,
    })),
  );
}
