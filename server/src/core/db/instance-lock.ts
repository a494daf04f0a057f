import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Another portal uses the same data folder. */
export class DataDirInUseError extends Error {}

/**
 * Makes this process the only portal on `dataDir` as long as it runs. The lock is a listening socket, which the
 * operating system releases even after a kill.
 * @throws DataDirInUseError if another portal holds it.
 */
export async function lockDataDir(dataDir: string): Promise<{ release(): void }> {
  const path = socketPath(dataDir);
  for (let attempt = 0; attempt < 3; attempt++) {
    const server = await listen(path);
    if (server) return { release: () => server.close() };
    if (await someoneListens(path)) break;
    // A killed process left the file, and nothing listens on it.
    rmSync(path, { force: true });
  }
  throw new DataDirInUseError(
    `Another portal is running on ${dataDir}. Stop it first, or give this one a folder of its own with DATA_DIR (several portals can share a database with DATABASE_URL).`,
  );
}

function socketPath(dataDir: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\portico-${digest(dataDir)}`;
  const path = join(dataDir, 'portal.lock');
  // A socket path has at most 103 characters on the strictest system.
  return Buffer.byteLength(path) <= 100 ? path : join(tmpdir(), `portico-${digest(dataDir)}.lock`);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}

async function listen(path: string): Promise<Server | undefined> {
  const server = createServer((socket) => socket.destroy());
  server.unref();
  server.listen(path);
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined;
    throw error;
  }
}

async function someoneListens(path: string): Promise<boolean> {
  if (process.platform !== 'win32' && !existsSync(path)) return false;
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
