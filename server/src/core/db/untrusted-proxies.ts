import { and, eq, gt, sql } from 'drizzle-orm';
import type { Queryable } from './database.ts';
import { installation } from './schema/installation.gen.ts';

const key = 'untrustedProxy';

/** Records that this neighbor forwards requests without being trusted. */
export async function recordUntrustedProxy(on: Queryable, neighbor: string): Promise<void> {
  await on
    .insert(installation)
    .values({ key, value: neighbor })
    .onConflictDoUpdate({ target: installation.key, set: { value: neighbor, at: sql`now()` } });
}

/** The neighbor recorded last, if that was within a day; otherwise null. */
export async function findUntrustedProxy(on: Queryable): Promise<string | null> {
  const [found] = await on
    .select({ value: installation.value })
    .from(installation)
    .where(and(eq(installation.key, key), gt(installation.at, sql`now() - interval '1 day'`)));
  return (found?.value as string | undefined) ?? null;
}

/** Forgets the neighbor, because a process starts with settings that may have changed. */
export async function forgetUntrustedProxy(on: Queryable): Promise<void> {
  await on.delete(installation).where(eq(installation.key, key));
}
