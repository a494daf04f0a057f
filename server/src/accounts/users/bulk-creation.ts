import { type Feature, type Permission, permissions } from '@portico/contract';
import type { Queryable } from '../../core/db/database.ts';
import { findReservedAddresses } from '../links/links.queries.ts';
import {
  insertFeatureGrants,
  insertPermissionRefusals,
  insertUsers,
  type ListedUser,
  matchNamesToUsers,
  type NameStatus,
} from './bulk-creation.queries.ts';
import { insertProductGrants } from './user-products.queries.ts';

/** What new users get who are no admins: admins have all of it (DEF-3). */
interface Grants {
  readonly features: readonly Feature[];
  /** Permissions that they have. */
  readonly permissions: readonly Permission[];
  readonly productIds: readonly string[];
}

/**
 * Which of many names are another user's as login or e-mail address (USR-2), or can be taken back by one (PRF-13). `lockNames` keeps the answer true
 * until the end of the transaction.
 */
export async function findNameStatuses(
  on: Queryable,
  names: readonly string[],
): Promise<ReadonlyMap<string, NameStatus>> {
  const given = [...new Set(names)];
  const held = await findReservedAddresses(on, given, null);
  const known = await matchNamesToUsers(on, given);
  return new Map(
    known.map(({ name, key, isTaken }) => [name, { name, key, isTaken: isTaken || held.has(name.toLowerCase()) }]),
  );
}

/**
 * Adds users whose names are free, by statements whose number does not grow with them (IMP-1).
 * @returns their ids, in order.
 */
export async function insertNewUsers(
  transaction: Queryable,
  accountId: number,
  users: readonly ListedUser[],
  { features, permissions: granted, productIds }: Grants,
): Promise<number[]> {
  const ids = await insertUsers(transaction, accountId, users);
  const others = ids.filter((_, index) => !users[index]?.admin);
  const refused = permissions.filter((permission) => !granted.includes(permission));
  await insertFeatureGrants(transaction, others, features);
  await insertPermissionRefusals(transaction, others, refused);
  await insertProductGrants(transaction, others, productIds);
  return ids;
}
