import type { Feature } from '@portico/contract';
import type { Queryable } from '../../db/database.ts';
import { accountFeatures, accounts } from '../../db/schema/accounts.gen.ts';

export async function insertAccount(query: Queryable, companyId: number, name: string): Promise<number> {
  const [row] = await query.insert(accounts).values({ companyId, name }).returning({ id: accounts.id });
  return (row as { id: number }).id;
}

export async function insertAccountFeatures(
  query: Queryable,
  accountId: number,
  features: readonly Feature[],
): Promise<void> {
  if (features.length > 0)
    await query.insert(accountFeatures).values(features.map((feature) => ({ accountId, feature })));
}
