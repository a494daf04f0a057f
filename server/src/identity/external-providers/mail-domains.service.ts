import { type ExternalProvider, maxMailDomains } from '@portico/contract';
import { isUniqueViolation, type Queryable } from '../../core/db/database.ts';
import { NotFoundError } from '../../core/http/app-error.ts';
import { defineLimit } from '../../core/http/limits.ts';
import {
  type DomainRow,
  deleteDomain,
  findDomain,
  findDomainHolder,
  insertDomain,
  listDomains,
  updateChecked,
  updateProved,
} from './domains.queries.ts';
import { domainHeldElsewhere, fieldError, lastDomain, tooManyDomains } from './external-providers.errors.ts';
import {
  changeLimit,
  getProvider,
  lockOwnProvider,
  type ProviderRequestContext,
  present,
  providerAuditFacts,
} from './external-providers.service.ts';
import { isPublicDomain } from './public-domains.ts';
import { lookUpRecord, newRecordValue } from './txt-record.ts';

/** Maximum TXT lookups per provider and hour. Each sends queries to foreign name servers. */
const looks = defineLimit('external-provider-dns', 60, 60 * 60);

/** A mail domain of the account. */
export interface DomainChoice {
  readonly id: number;
  readonly domainId: number;
}

/**
 * Adds a mail domain. It leads no user to the provider until its ownership is proved (SSO-5). @throws NotFoundError also for another account's provider;
 * InvalidInputError; ProviderConflictError; TooManyRequestsError
 */
export async function addDomain(
  context: ProviderRequestContext,
  id: number,
  domain: string,
): Promise<ExternalProvider> {
  const { database, accountId, audit, actor } = context;
  if (isPublicDomain(domain)) throw fieldError('domain', 'externalProviders.domainPublic', { domain });
  await changeLimit.take(database, accountId);
  return database.transaction(async (transaction) => {
    const row = await lockOwnProvider(transaction, accountId, id);
    if ((await listDomains(transaction, [id])).length >= maxMailDomains) throw tooManyDomains();
    if (!(await insertDomain(transaction, { providerId: id, domain, recordValue: newRecordValue() })))
      throw fieldError('domain', 'externalProviders.domainKnown');
    await audit.record(
      { ...actor, kind: 'mailDomainAdded', detail: { ...providerAuditFacts(row), domain } },
      transaction,
    );
    return present(context, transaction, row);
  });
}

/** Removes a mail domain with its proof. @throws NotFoundError; ProviderConflictError for the last proved one of an active provider (SSO-13) */
export async function removeDomain(
  context: ProviderRequestContext,
  { id, domainId }: DomainChoice,
): Promise<ExternalProvider> {
  const { database, accountId, audit, actor } = context;
  await changeLimit.take(database, accountId);
  return database.transaction(async (transaction) => {
    const row = await lockOwnProvider(transaction, accountId, id);
    const domains = await listDomains(transaction, [id]);
    const removed = domains.find((domain) => domain.id === domainId);
    if (!removed) throw new NotFoundError();
    const isLast = !domains.some((domain) => domain.id !== domainId && domain.provedAt !== null);
    if (row.isActive && removed.provedAt !== null && isLast) throw lastDomain();
    await deleteDomain(transaction, domainId);
    const detail = { ...providerAuditFacts(row), domain: removed.domain };
    await audit.record({ ...actor, kind: 'mailDomainRemoved', detail }, transaction);
    return present(context, transaction, row);
  });
}

/**
 * Looks up the TXT record of a mail domain, and proves the domain if the record is found (SSO-6).
 * @throws NotFoundError; ProviderConflictError if the domain belongs to another provider (SSO-8);
 * TooManyRequestsError
 */
export async function checkDomain(context: ProviderRequestContext, choice: DomainChoice): Promise<ExternalProvider> {
  const { database } = context;
  const domain = await findOwnDomain(context, database.query, choice);
  await looks.take(database, choice.id);
  const check = await lookUpRecord(context.config.accountProviders.nameServers, domain);
  await updateChecked(database.query, domain.id, check);
  if (check.lastCheck === 'found' && domain.provedAt === null) await proveByRecord(context, choice.id, domain);
  return getProvider(context, choice.id);
}

/**
 * The mail domain of the account's provider.
 * @throws NotFoundError also for another account's domain
 */
export async function findOwnDomain(
  { accountId }: Pick<ProviderRequestContext, 'accountId'>,
  on: Queryable,
  { id, domainId }: DomainChoice,
): Promise<DomainRow> {
  const found = await findDomain(on, { accountId, providerId: id, id: domainId });
  if (!found) throw new NotFoundError();
  return found;
}

/**
 * Proves a mail domain whose record was found.
 * @throws ProviderConflictError if the domain belongs to another provider (SSO-8)
 */
export async function proveByRecord(
  context: Pick<ProviderRequestContext, 'database' | 'accountId' | 'audit' | 'actor'>,
  id: number,
  domain: DomainRow,
): Promise<void> {
  const { database, accountId, audit, actor } = context;
  await rejectHeldDomain(context, domain.domain, () =>
    database.transaction(async (transaction) => {
      const row = await lockOwnProvider(transaction, accountId, id);
      if (!(await updateProved(transaction, domain.id, 'dns'))) return;
      const detail = { ...providerAuditFacts(row), domain: domain.domain, method: 'dns' };
      await audit.record({ ...actor, kind: 'mailDomainProved', detail }, transaction);
    }),
  );
}

/** A domain belongs to the first provider that proves it; a unique index decides between concurrent proofs (SSO-8). */
export async function rejectHeldDomain<Result>(
  { database, accountId }: Pick<ProviderRequestContext, 'database' | 'accountId'>,
  domain: string,
  prove: () => Promise<Result>,
): Promise<Result> {
  try {
    return await prove();
  } catch (error) {
    if (!isUniqueViolation(error, 'external_provider_domains_proved_idx')) throw error;
    throw domainHeldElsewhere(domain, await findOwnHolderName(database.query, accountId, domain));
  }
}

async function findOwnHolderName(on: Queryable, accountId: number, domain: string): Promise<string | null> {
  const holder = await findDomainHolder(on, domain);
  return holder?.accountId === accountId ? holder.providerName : null;
}
