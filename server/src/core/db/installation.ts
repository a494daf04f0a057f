import { eq } from 'drizzle-orm';
import type { Database } from './database.ts';
import { installation } from './schema/installation.gen.ts';

/** Whether a one-time installation step has run. */
export async function isStepDone(database: Database, key: string): Promise<boolean> {
  const found = await database.query
    .select({ key: installation.key })
    .from(installation)
    .where(eq(installation.key, key));
  return found.length > 0;
}

export async function markStepDone(database: Database, key: string): Promise<void> {
  await database.query.insert(installation).values({ key }).onConflictDoNothing();
}

/** The purpose of the database differs from the one in the settings. The message says what to do. */
export class InstallationError extends Error {}

/** The kind of users in a database: those of the demo, whose password is public, or those of a vendor. */
type DatabaseKind = 'demonstration' | 'production';

const refusals: Readonly<Record<DatabaseKind, string>> = {
  demonstration: `This database was made as a demonstration: everybody who reads the documentation can sign in to it, as an operator too.
It cannot go into production. Give the portal another database with DATABASE_URL, or without it another folder with DATA_DIR; or start it
without DATABASE_URL and STRIPE_SECRET_KEY to look at the demonstration. See docs/operations.md, 'Going to production'.`,
  production: `This database is in production, and without DATABASE_URL and STRIPE_SECRET_KEY the portal would make a demonstration in it.
Start it with the settings that it had; or give the demonstration another folder with DATA_DIR. See docs/operations.md, 'Going to production'.`,
};

/**
 * Permanently marks a new database as a demo or as production (DEMO-3). Must be called before any user is created.
 * @throws InstallationError if the database is already marked as the other kind.
 */
export async function claimDatabase(database: Database, kind: DatabaseKind): Promise<void> {
  await database.query.insert(installation).values({ key: 'kind', value: kind }).onConflictDoNothing();
  const [found] = await database.query
    .select({ kind: installation.value })
    .from(installation)
    .where(eq(installation.key, 'kind'));
  if (found?.kind === 'demonstration' && kind === 'production') throw new InstallationError(refusals.demonstration);
  if (found?.kind === 'production' && kind === 'demonstration') throw new InstallationError(refusals.production);
}
