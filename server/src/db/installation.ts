import { eq } from 'drizzle-orm';
import type { Database } from './database.ts';
import { installation } from './schema/index.ts';

/** Whether something that is done once an installation was done. */
export async function isNoted(database: Database, key: string): Promise<boolean> {
  const found = await database.query
    .select({ key: installation.key })
    .from(installation)
    .where(eq(installation.key, key));
  return found.length > 0;
}

export async function note(database: Database, key: string): Promise<void> {
  await database.query.insert(installation).values({ key }).onConflictDoNothing();
}
