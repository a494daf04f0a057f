import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../src/db/database.ts';
import { closeAfterTests } from './clean-up.ts';

/**
 * A database of this test file's own, dropped after the last test.
 * @param template what it is cloned from: the migrated one, or `template1`, which has nothing
 */
export async function createTestDatabase(
  template: 'template_portico' | 'template1' = 'template_portico',
): Promise<Database & { url: string }> {
  const server = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name} template ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const database = openDatabase(url.href, 8, () => {});
  closeAfterTests(async () => {
    await database.close();
    await onServer(server, `drop database if exists ${name} with (force)`);
  });
  return { ...database, url: url.href };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
