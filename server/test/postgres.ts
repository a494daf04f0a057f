import { startTemporaryPostgres } from '@portico/postgres';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../src/db/migrations.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Server with the migrated database `template_portico`, which each test file clones. */
    postgresUrl: string;
  }
}

/** Vitest's global set-up: one PostgreSQL for the run, or the one that TEST_DATABASE_URL names. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? undefined : await startTemporaryPostgres();
  const url = given ?? server?.connectionString ?? '';
  await prepareTemplate(url);
  project.provide('postgresUrl', url);
  return async () => {
    const left = server ? await findTestDatabases(url) : [];
    await server?.stop();
    if (left.length > 0) throw new Error(`Test files ended without dropping their databases: ${left.join(', ')}`);
  };
}

/** Each file drops its own after the last test: one that is there still says that the file's cleaning up did not run. */
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
  await admin.query('drop database if exists template_portico');
  await admin.query('create database template_portico');
  await admin.end();
  const template = new URL(url);
  template.pathname = '/template_portico';
  const pool = new pg.Pool({ connectionString: template.href, max: 1 });
  await migrate(pool);
  await pool.end();
}
