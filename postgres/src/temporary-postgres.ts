import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OwnPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

/**
 * A server for a test run. It is fast, because its data need not survive a crash. It listens on loopback for tests with
 * proxies. Stopping it deletes its folder.
 */
export async function startTemporaryPostgres(): Promise<OwnPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-postgres-'));
  const server = await startEmbeddedPostgres(folder, {
    // Each database of a test has up to eight connections until its file ends. Four concurrent files had 172
    // connections.
    settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=500'],
  });
  const address = new URL(server.connectionString);
  address.searchParams.delete('host');
  return {
    connectionString: address.href,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
