import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findPackageJSON } from 'node:module';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { isStale, server, web } from './output.ts';

/**
 * Preloaded into the portal and its commands. It builds what they run if its sources have changed and the build tools
 * are installed. Otherwise it came prebuilt. It runs in a separate process, so that the portal does not keep its memory.
 */
const isPortal = process.argv[1]?.endsWith('main.js');
if (isMainThread && findPackageJSON('vite', join(import.meta.dirname, '../../web/build.ts'))) {
  const stale = await Promise.all((isPortal ? [web, server] : [server]).map(isStale));
  if (stale.includes(true)) await buildAll();
}

async function buildAll(): Promise<void> {
  console.error('Building …');
  const build = spawn(process.execPath, [join(import.meta.dirname, '../build.ts'), '--if-stale'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const endBuild = () => build.kill();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, endBuild);
  const [code, signal] = await once(build, 'exit');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, endBuild);
  // The user interrupted it.
  if (signal) process.exit(0);
  if (code === 0) return;
  console.error('Portico cannot start: it could not be built.');
  process.exit(1);
}
