import type { Queryable } from '../../core/db/database.ts';

/** The names of users. The users' module provides it. */
export type NamedUsers = (
  on: Queryable,
  ids: readonly number[],
) => Promise<ReadonlyMap<number, { readonly name: string }>>;
