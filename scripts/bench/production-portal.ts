import { join } from 'node:path';
import { startEmbeddedPostgres } from '@portico/postgres';
import { freePort, type Installation, prepareInstallation, startServer } from './processes.ts';

export interface Production extends AsyncDisposable {
  readonly installation: Installation;
  readonly databaseUrl: string;
  readonly sandboxUrl: string;
}

export const appSecret = 'a secret of the benchmarks, long enough';

/** An installation in production mode. Its database and its sandbox run in processes of their own. */
export async function prepareProduction(folder: string, name: string): Promise<Production> {
  const opened = new AsyncDisposableStack();
  const postgres = await startEmbeddedPostgres(join(folder, `${name}-data`));
  opened.defer(() => postgres.stop());
  const databaseUrl = postgres.connectionString;
  const port = await freePort();
  const sandbox = await startServer(
    [process.execPath, 'stripe-sandbox/src/main.ts', '--port', String(port), '--database-url', databaseUrl, '--quiet'],
    { port, path: '/_sandbox/health', env: { NODE_ENV: 'production' }, logFile: join(folder, `${name}-sandbox.log`) },
  );
  opened.defer(() => sandbox.stop());
  const installation = await prepareInstallation(folder, name, {
    DATABASE_URL: databaseUrl,
    APP_SECRET: appSecret,
    STRIPE_API_BASE: sandbox.url,
  });
  return { installation, databaseUrl, sandboxUrl: sandbox.url, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
