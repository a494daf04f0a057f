import { startTemporaryPostgres } from '@portico/postgres';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../src/core/db/database.ts';
import { migrate } from '../src/core/db/migrations.ts';
import { migrateQueue } from '../src/core/jobs/queue.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * The server with the database `template_portico`, which test files clone. It is migrated, including the queue's
     * tables.
     */
    postgresUrl: string;
  }
}

/** Vitest's global setup: one PostgreSQL for the run, or the one in TEST_DATABASE_URL. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? undefined : await startTemporaryPostgres();
  const url = given ?? server?.connectionString ?? '';
  await prepareTemplate(url);
  project.provide('postgresUrl', url);
  return async () => {
    const left = server ? await findTestDatabases(url) : [];
    await server?.stop();
    if (left.length > 0) throw new Error(`Test files did not drop their databases: ${left.join(', ')}`);
  };
}

/** Each file drops its database after the last test. A remaining one shows that the cleanup did not run. */
async function findTestDatabases(url: string): Promise<string[]> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const { rows } = await admin.query<{ datname: string }>(
    "select datname from pg_database where datname like 'test\\_%'",
  );
  await admin.end();
  return rows.map(({ datname }) => datname);
}

async function prepareTemplate(url: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  // A given server may have databases of an earlier run.
  const { rows } = await admin.query<{ datname: string }>(
    "select datname from pg_database where datname like 'template\\_%'",
  );
  for (const { datname } of rows) await admin.query(`drop database ${datname}`);
  await admin.query('create database template_portico');
  await admin.end();
  const template = new URL(url);
  template.pathname = '/template_portico';
  const database = openDatabase(template.href, 1, () => {});
  await migrate(database.pool);
  await migrateQueue(database.pool);
  await database.close();
}
