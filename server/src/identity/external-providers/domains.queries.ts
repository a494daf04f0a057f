import { maxExternalProviders, maxMailDomains } from '@portico/contract';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { externalProviderDomains, externalProviders } from '../../core/db/schema/external-providers.gen.ts';

export type DomainRow = typeof externalProviderDomains.$inferSelect;

/** The mail domains of these providers, in alphabetical order. */
export function listDomains(on: Queryable, providerIds: readonly number[]): Promise<DomainRow[]> {
  return on
    .select()
    .from(externalProviderDomains)
    .where(inArray(externalProviderDomains.providerId, [...providerIds]))
    .orderBy(asc(externalProviderDomains.domain))
    .limit(maxExternalProviders * maxMailDomains);
}

/** The mail domain of a provider of the account; undefined also for another account's. */
export async function findDomain(
  on: Queryable,
  { accountId, providerId, id }: { readonly accountId: number; readonly providerId: number; readonly id: number },
): Promise<DomainRow | undefined> {
  const [found] = await on
    .select({ domain: externalProviderDomains })
    .from(externalProviderDomains)
    .innerJoin(externalProviders, eq(externalProviders.id, externalProviderDomains.providerId))
    .where(
      and(
        eq(externalProviderDomains.id, id),
        eq(externalProviderDomains.providerId, providerId),
        eq(externalProviders.accountId, accountId),
      ),
    );
  return found?.domain;
}

/** @returns false if the provider has the domain already */
export async function insertDomain(
  transaction: Queryable,
  domain: Pick<DomainRow, 'providerId' | 'domain' | 'recordValue'>,
): Promise<boolean> {
  const added = await transaction
    .insert(externalProviderDomains)
    .values(domain)
    .onConflictDoNothing()
    .returning({ id: externalProviderDomains.id });
  return added.length > 0;
}

export async function deleteDomain(transaction: Queryable, id: number): Promise<void> {
  await transaction.delete(externalProviderDomains).where(eq(externalProviderDomains.id, id));
}

/** Stores the result of a TXT lookup. */
export async function updateChecked(
  on: Queryable,
  id: number,
  { lastCheck, foundValue }: Pick<DomainRow, 'lastCheck' | 'foundValue'>,
): Promise<void> {
  await on
    .update(externalProviderDomains)
    .set({ lastCheck, foundValue, checkedAt: sql`now()` })
    .where(eq(externalProviderDomains.id, id));
}

/**
 * Proves a mail domain. A proved domain keeps its first proof (SSO-18).
 * @throws the unique violation if another provider has the domain
 */
export async function updateProved(transaction: Queryable, id: number, proof: 'dns' | 'mail'): Promise<boolean> {
  const proved = await transaction
    .update(externalProviderDomains)
    .set({ proof, provedAt: sql`now()` })
    .where(and(eq(externalProviderDomains.id, id), isNull(externalProviderDomains.provedAt)))
    .returning({ id: externalProviderDomains.id });
  return proved.length > 0;
}

/** The provider and account of a proved mail domain. */
export async function findDomainHolder(
  on: Queryable,
  domain: string,
): Promise<{ readonly providerName: string; readonly accountId: number } | undefined> {
  const [found] = await on
    .select({ providerName: externalProviders.name, accountId: externalProviders.accountId })
    .from(externalProviderDomains)
    .innerJoin(externalProviders, eq(externalProviders.id, externalProviderDomains.providerId))
    .where(and(eq(externalProviderDomains.domain, domain), sql`${externalProviderDomains.provedAt} is not null`));
  return found;
}

/** The accounts that have proved mail domains, by domain in lower case. */
export async function findDomainAccounts(
  on: Queryable,
  domains: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const found = await on
    .select({ domain: externalProviderDomains.domain, accountId: externalProviders.accountId })
    .from(externalProviderDomains)
    .innerJoin(externalProviders, eq(externalProviders.id, externalProviderDomains.providerId))
    .where(
      and(inArray(externalProviderDomains.domain, [...domains]), sql`${externalProviderDomains.provedAt} is not null`),
    );
  return new Map(found.map(({ domain, accountId }) => [domain, accountId]));
}

/** The hash, expiry and message of a mailed link. */
export interface MailedLink {
  readonly linkHash: Buffer;
  readonly linkExpiresAt: Date;
  readonly linkMessageId: number;
}

/** Stores a mailed link, which replaces the previous one. */
export async function updateLink(transaction: Queryable, id: number, link: MailedLink): Promise<void> {
  await transaction
    .update(externalProviderDomains)
    .set({ ...link, mailedAt: sql`now()` })
    .where(eq(externalProviderDomains.id, id));
}

const ofLiveLink = (linkHash: Buffer) =>
  and(eq(externalProviderDomains.linkHash, linkHash), sql`${externalProviderDomains.linkExpiresAt} > now()`);

/** The mail domain that a live link would prove, with its provider. */
export async function findDomainByLink(on: Queryable, linkHash: Buffer) {
  const [found] = await on
    .select({ domain: externalProviderDomains.domain, accountId: externalProviders.accountId })
    .from(externalProviderDomains)
    .innerJoin(externalProviders, eq(externalProviders.id, externalProviderDomains.providerId))
    .where(ofLiveLink(linkHash));
  return found;
}

/** Uses up a live link in one statement, so that it works once. */
export async function consumeLink(transaction: Queryable, linkHash: Buffer): Promise<DomainRow | undefined> {
  const [taken] = await transaction
    .update(externalProviderDomains)
    .set({ linkHash: null, linkExpiresAt: null })
    .where(ofLiveLink(linkHash))
    .returning();
  return taken;
}
