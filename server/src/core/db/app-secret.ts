import { eq, sql } from 'drizzle-orm';
import { reseal, seal, unseal } from '../secrets.ts';
import type { Database } from './database.ts';
import { InstallationError } from './installation.ts';
import { installation } from './schema/installation.gen.ts';

const key = 'appSecret';
const belonging = { purpose: 'installation', owner: 'check value' };
const content = Buffer.from('portico');

/** APP_SECRET is not the secret of the database. The message says what to do. */
export const wrongSecretError = () =>
  new InstallationError(`APP_SECRET (without it, the file app-secret in DATA_DIR) is not the secret of this database: stored keys cannot be decrypted.
Start with the secret that it had; to replace that one, give it in APP_SECRET_PREVIOUS. If it is lost: npm run secrets -- adopt.
See docs/operations.md, 'Replacing APP_SECRET'.`);

async function findCheckValue({ query }: Pick<Database, 'query'>): Promise<Buffer | undefined> {
  // The table is missing before the first migration.
  const { rows } = await query.execute(sql`select to_regclass('installation') is not null as found`);
  if (!rows[0]?.found) return undefined;
  const [row] = await query.select({ value: installation.value }).from(installation).where(eq(installation.key, key));
  return row && Buffer.from(row.value as string, 'base64');
}

/**
 * Compares the secret with the check value of the database (RUN-17).
 * @returns false if the database has no check value
 * @throws InstallationError if neither this secret nor the accepted previous one is the database's
 */
export async function compareAppSecret(database: Pick<Database, 'query'>, appSecret: string): Promise<boolean> {
  const sealed = await findCheckValue(database);
  if (!sealed) return false;
  try {
    unseal(appSecret, belonging, sealed);
    return true;
  } catch {
    throw wrongSecretError();
  }
}

/** Stores the check value of this secret, unless the database has one. */
export async function keepAppSecret({ query }: Pick<Database, 'query'>, appSecret: string): Promise<void> {
  await query.insert(installation).values(checkRow(appSecret)).onConflictDoNothing();
}

/** Replaces the check value of the database, whatever its secret was (RUN-17). */
export async function adoptAppSecret({ query }: Pick<Database, 'query'>, appSecret: string): Promise<void> {
  const row = checkRow(appSecret);
  await query
    .insert(installation)
    .values(row)
    .onConflictDoUpdate({ target: installation.key, set: { value: row.value } });
}

/** Seals the check value with the present secret, so that a start no longer needs the previous one (RUN-16). */
export async function resealCheckValue(database: Pick<Database, 'query'>, appSecret: string): Promise<void> {
  const sealed = await findCheckValue(database);
  if (sealed && reseal(appSecret, belonging, sealed)) await adoptAppSecret(database, appSecret);
}

const checkRow = (appSecret: string) => ({ key, value: seal(appSecret, belonging, content).toString('base64') });
