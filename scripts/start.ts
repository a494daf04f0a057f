import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { enableCompileCache, findPackageJSON } from 'node:module';
import { join } from 'node:path';

// Compiled code is cached for the next start.
enableCompileCache();

const web = join(import.meta.dirname, '../web');

/**
 * Builds the web app if its sources have changed since the last build and the build tools are installed. Otherwise it
 * came prebuilt.
 */
async function buildWebWhenStale(): Promise<void> {
  if (!findPackageJSON('vite', join(web, 'build.ts'))) return;
  const { fingerprint } = await import('../web/build/fingerprint.ts');
  const [built, current] = await Promise.all([
    readFile(join(web, 'dist/fingerprint'), 'utf8').catch(() => undefined),
    fingerprint(),
  ]);
  if (built === current) return;
  console.log('Building the web …');
  // In a separate process, so that the portal does not keep the build's memory.
  const build = spawn(process.execPath, [join(web, 'build.ts')], { stdio: 'inherit' });
  const endBuild = () => build.kill();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, endBuild);
  const [code, signal] = await once(build, 'exit');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, endBuild);
  // The user interrupted the start.
  if (signal) process.exit(0);
  if (code !== 0) {
    console.error('Portico cannot start: the web could not be built.');
    process.exit(1);
  }
}

await buildWebWhenStale();
await import('../server/src/main.ts');
