import { startTemporaryPostgres } from '@portico/postgres';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A PostgreSQL server on which each test file creates its own database. */
    postgresUrl: string;
  }
}

/** Vitest's global setup: the PostgreSQL of TEST_DATABASE_URL, or a new one for this run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? undefined : await startTemporaryPostgres();
  project.provide('postgresUrl', given ?? server?.connectionString ?? '');
  return async () => server?.stop();
}
