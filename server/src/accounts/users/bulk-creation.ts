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

/** Grants for new users who are not admins; admins have everything (DEF-3). */
interface Grants {
  readonly features: readonly Feature[];
  /** Permissions that are granted. */
  readonly permissions: readonly Permission[];
  readonly productIds: readonly string[];
}

/**
 * Reports which names some user has as login or address (USR-2) or can still take back (PRF-13). `lockNames` keeps
 * the answer valid until the transaction ends.
 */
export async function findNameStatuses(
  on: Queryable,
  accountId: number,
  names: readonly string[],
): Promise<ReadonlyMap<string, NameStatus>> {
  const given = [...new Set(names)];
  const held = await findReservedAddresses(on, given, null);
  const known = await matchNamesToUsers(on, accountId, given);
  return new Map(
    known.map((status) => {
      const isHeld = held.has(status.name) && !status.isTaken;
      return [status.name, isHeld ? { ...status, isTaken: true, isElsewhere: true } : status];
    }),
  );
}

/** Adds users whose names are free. The number of statements does not grow with the number of users (IMP-1). @returns their ids, in order. */
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
