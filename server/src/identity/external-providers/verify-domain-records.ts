import { listDomains, updateChecked } from './domains.queries.ts';
import { ProviderConflictError } from './external-providers.errors.ts';
import type { ProviderRequestContext } from './external-providers.service.ts';
import { proveByRecord } from './mail-domains.service.ts';
import type { ProviderSettings } from './settings.ts';
import { lookUpRecord } from './txt-record.ts';

/** A mail domain with the current state of its TXT record. */
export interface DomainCheck {
  readonly domain: string;
  readonly isProved: boolean;
  readonly proof: 'dns' | 'mail' | null;
  readonly record: 'found' | 'missing' | 'other' | 'unreachable';
  /** Whether the record exists but the domain belongs to another provider (SSO-8). */
  readonly isHeld: boolean;
}

/** Maximum mail domains looked up in one call, proved ones first. */
const maxLookups = 5;

type Context = Pick<ProviderRequestContext, 'database' | 'config' | 'audit' | 'accountId' | 'actor'>;

/** Looks up the TXT records of a provider's mail domains and proves those that have one (SSO-6). Returns proved domains first. */
export async function verifyDomainRecords(
  context: Context,
  { id }: Pick<ProviderSettings, 'id'>,
): Promise<readonly DomainCheck[]> {
  const { database, config } = context;
  const rows = await listDomains(database.query, [id]);
  const first = rows.toSorted((one, other) => Number(other.provedAt !== null) - Number(one.provedAt !== null));
  const looked = await Promise.all(
    first.slice(0, maxLookups).map(async (row) => {
      const check = await lookUpRecord(config.accountProviders.nameServers, row);
      await updateChecked(database.query, row.id, check);
      return { row, record: check.lastCheck };
    }),
  );
  const found: DomainCheck[] = [];
  // Sequential, because each proof locks the account.
  for (const { row, record } of looked) {
    const { domain, proof, provedAt } = row;
    if (provedAt !== null || record !== 'found') {
      found.push({ domain, isProved: provedAt !== null, proof, record, isHeld: false });
      continue;
    }
    const isHeld = await proveByRecord(context, id, row).then(() => false, heldElsewhere);
    found.push({ domain, isProved: !isHeld, proof: isHeld ? null : 'dns', record, isHeld });
  }
  return found.toSorted((one, other) => Number(other.isProved) - Number(one.isProved));
}

function heldElsewhere(error: unknown): true {
  if (error instanceof ProviderConflictError) return true;
  throw error;
}
