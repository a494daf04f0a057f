import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../src/core/db/database.ts';
import { closeAfterTests } from './clean-up.ts';

export interface TestDatabase extends Database {
  readonly url: string;
}

/** The template of the whole portal's database. `full-portal.ts` fills it. */
export const fullTemplate = 'template_full';

/**
 * A database for this test file, dropped after the last test.
 * @param template the database to clone: the migrated one, the empty `template1`, or that of the whole portal
 */
export async function createTestDatabase(
  template: 'template_portico' | 'template1' | typeof fullTemplate = 'template_portico',
): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer((server) => server.query(`create database ${name} template ${template}`));
  const database = openTestDatabase(name);
  closeAfterTests(async () => {
    await database.close();
    await onServer((server) => server.query(`drop database if exists ${name} with (force)`));
  });
  return database;
}

/**
 * Creates a template from the migrated one, unless another test file already has. Files that need it meanwhile wait.
 */
export async function provideTemplate(name: string, fill: (database: TestDatabase) => Promise<void>): Promise<void> {
  await onServer(async (server) => {
    await server.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await server.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return;
    const unfinished = `${name}_unfinished`;
    await server.query(`drop database if exists ${unfinished} with (force)`);
    await server.query(`create database ${unfinished} template template_portico`);
    const database = openTestDatabase(unfinished);
    await fill(database).finally(() => database.close());
    await server.query(`alter database ${unfinished} rename to ${name}`);
  });
}

function openTestDatabase(name: string): TestDatabase {
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return { ...openDatabase(url.href, 8, () => {}), url: url.href };
}

async function onServer(work: (server: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
