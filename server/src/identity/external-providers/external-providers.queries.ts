import { maxExternalProviders } from '@portico/contract';
import { and, count, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { resealColumn } from '../../core/db/reseal-column.ts';
import { externalProviderDomains, externalProviders } from '../../core/db/schema/external-providers.gen.ts';
import { inDictionaryOrder } from '../../core/db/text-patterns.ts';

export type ProviderRow = typeof externalProviders.$inferSelect;
export type NewProvider = Pick<
  ProviderRow,
  'accountId' | 'key' | 'name' | 'type' | 'domain' | 'tenantId' | 'connectedBy'
>;

const ofAccount = (accountId: number, id: number) =>
  and(eq(externalProviders.accountId, accountId), eq(externalProviders.id, id));

/** The account's providers, sorted by name. */
export function listProviders(on: Queryable, accountId: number): Promise<ProviderRow[]> {
  return on
    .select()
    .from(externalProviders)
    .where(eq(externalProviders.accountId, accountId))
    .orderBy(inDictionaryOrder(externalProviders.name))
    .limit(maxExternalProviders);
}

/** The account's active providers, sorted by name. */
export function listActive(on: Queryable, accountId: number): Promise<ProviderRow[]> {
  return on
    .select()
    .from(externalProviders)
    .where(and(eq(externalProviders.accountId, accountId), externalProviders.isActive))
    .orderBy(inDictionaryOrder(externalProviders.name))
    .limit(maxExternalProviders);
}

export async function countProviders(on: Queryable, accountId: number): Promise<number> {
  const [counted] = await on
    .select({ total: count() })
    .from(externalProviders)
    .where(eq(externalProviders.accountId, accountId));
  return counted?.total ?? 0;
}

export async function findProvider(on: Queryable, accountId: number, id: number): Promise<ProviderRow | undefined> {
  const [found] = await on.select().from(externalProviders).where(ofAccount(accountId, id));
  return found;
}

/** The account's provider, locked for update. */
export async function lockProvider(
  transaction: Queryable,
  accountId: number,
  id: number,
): Promise<ProviderRow | undefined> {
  const [found] = await transaction.select().from(externalProviders).where(ofAccount(accountId, id)).for('update');
  return found;
}

export async function findProviderByKey(on: Queryable, key: string): Promise<ProviderRow | undefined> {
  const [found] = await on.select().from(externalProviders).where(eq(externalProviders.key, key));
  return found;
}

/**
 * The provider of a mail domain to which a mailed link led.
 * @param id of the provider
 */
export async function findProviderOfDomain(on: Queryable, id: number): Promise<ProviderRow | undefined> {
  const [found] = await on.select().from(externalProviders).where(eq(externalProviders.id, id));
  return found;
}

/** The active provider of a proved mail domain. @param domain in lower case */
export async function findActiveByDomain(on: Queryable, domain: string): Promise<ProviderRow | undefined> {
  const [found] = await on
    .select({ provider: externalProviders })
    .from(externalProviderDomains)
    .innerJoin(externalProviders, eq(externalProviders.id, externalProviderDomains.providerId))
    .where(
      and(
        eq(externalProviderDomains.domain, domain),
        sql`${externalProviderDomains.provedAt} is not null`,
        externalProviders.isActive,
      ),
    );
  return found?.provider;
}

/** @throws the unique violation if the account has another provider of that name */
export async function insertProvider(transaction: Queryable, provider: NewProvider): Promise<ProviderRow> {
  const [added] = await transaction.insert(externalProviders).values(provider).returning();
  if (!added) throw new Error('No identity provider was added');
  return added;
}

/**
 * Writes all columns that can change.
 * @throws the unique violation if the account has another provider of that name
 */
export async function updateProvider(
  transaction: Queryable,
  { id, accountId, key, type, createdAt, updatedAt, ...change }: ProviderRow,
): Promise<void> {
  await transaction
    .update(externalProviders)
    .set({ ...change, updatedAt: sql`now()` })
    .where(ofAccount(accountId, id));
}

export async function deleteProvider(transaction: Queryable, id: number): Promise<void> {
  await transaction.delete(externalProviders).where(eq(externalProviders.id, id));
}

/** Whether a provider exists and is active. */
export async function isProviderActive(on: Queryable, id: number): Promise<boolean> {
  const [found] = await on
    .select({ isActive: externalProviders.isActive })
    .from(externalProviders)
    .where(eq(externalProviders.id, id));
  return found?.isActive === true;
}

/** Whether an active provider of the account requires single sign-on. */
export async function isRequired(on: Queryable, accountId: number): Promise<boolean> {
  const [found] = await on
    .select({ id: externalProviders.id })
    .from(externalProviders)
    .where(
      and(
        eq(externalProviders.accountId, accountId),
        externalProviders.isActive,
        eq(externalProviders.prohibitsOthers, true),
      ),
    )
    .limit(1);
  return found !== undefined;
}

/** Records which unsaved settings passed a test, unless the provider changed since the test began. */
export async function updateTestedDraft(on: Queryable, id: number, revision: number, draft: Buffer): Promise<void> {
  await on
    .update(externalProviders)
    .set({ testedDraft: draft, testedDraftAt: sql`now()` })
    .where(and(eq(externalProviders.id, id), eq(externalProviders.revision, revision)));
}

/** Records a passed test of a revision, unless the provider has a newer one. */
export async function updateTested(on: Queryable, id: number, revision: number): Promise<void> {
  await on
    .update(externalProviders)
    .set({ testedRevision: revision, testedAt: sql`now()` })
    .where(and(eq(externalProviders.id, id), eq(externalProviders.revision, revision)));
}

/** Seals the client secrets again, see `resealColumn`. */
export const resealClientSecretColumn = (on: Queryable, reseal: Parameters<typeof resealColumn>[2]) =>
  resealColumn(
    on,
    { table: externalProviders, key: externalProviders.key, sealed: externalProviders.clientSecret },
    reseal,
  );
