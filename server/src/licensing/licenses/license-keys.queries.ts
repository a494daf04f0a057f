import { desc, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { resealColumn } from '../../core/db/reseal-column.ts';
import { licenseKeys } from '../../core/db/schema/licenses.gen.ts';

export type KeyRow = typeof licenseKeys.$inferSelect;
export type NewKeyRow = Pick<KeyRow, 'id' | 'publicKey' | 'privateKey'>;

/** The current signing key; undefined before the first one. */
export async function findCurrentKey(on: Queryable): Promise<KeyRow | undefined> {
  const [found] = await on.select().from(licenseKeys).where(isNull(licenseKeys.retiredAt));
  return found;
}

/** All keys, the newest first. There are few. */
export function listKeys(on: Queryable): Promise<KeyRow[]> {
  return on.select().from(licenseKeys).orderBy(desc(licenseKeys.createdAt), desc(licenseKeys.id));
}

export async function listKeyIds(on: Queryable): Promise<string[]> {
  return (await on.select({ id: licenseKeys.id }).from(licenseKeys)).map(({ id }) => id);
}

/** Stores a key unless another process has stored one. */
export async function insertFirstKey(on: Queryable, key: NewKeyRow): Promise<void> {
  await on.insert(licenseKeys).values(key).onConflictDoNothing();
}

/** Retires the current key and stores the next, whose id is not in `ids`. Locks the table against other rotations, but not against reads. */
export async function replaceKey(
  on: Queryable,
  make: (ids: readonly string[]) => NewKeyRow,
): Promise<{ retired: string | null; current: string }> {
  await on.execute(sql`lock table ${licenseKeys} in share row exclusive mode`);
  const next = make(await listKeyIds(on));
  const before = await findCurrentKey(on);
  // `now()` could equal the creation time of the key that is retired.
  const now = sql`clock_timestamp()`;
  if (before) await on.update(licenseKeys).set({ retiredAt: now }).where(eq(licenseKeys.id, before.id));
  await on.insert(licenseKeys).values({ ...next, createdAt: now });
  return { retired: before?.id ?? null, current: next.id };
}

/** Seals the private keys again, see `resealColumn`. */
export const resealPrivateKeys = (on: Queryable, reseal: Parameters<typeof resealColumn>[2]) =>
  resealColumn(on, { table: licenseKeys, key: licenseKeys.id, sealed: licenseKeys.privateKey }, reseal);
