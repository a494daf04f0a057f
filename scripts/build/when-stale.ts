import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { isStale, server, web } from './output.ts';

/**
 * Preloaded into the portal and its commands. Rebuilds outdated output if the build tools are installed; otherwise the
 * output came prebuilt. The build runs in a separate process, so that the portal does not keep its memory.
 */
const outputs = process.argv[1]?.endsWith('main.js') ? { web, server } : { server };
if (isMainThread && existsSync(join(import.meta.dirname, '../../node_modules/vite'))) {
  const stale = await Promise.all(Object.values(outputs).map(isStale));
  if (stale.includes(true)) await build(Object.keys(outputs));
}

async function build(names: readonly string[]): Promise<void> {
  console.error('Building …');
  const builder = join(import.meta.dirname, '../build.ts');
  const child = spawn(process.execPath, [builder, '--if-stale', ...names], { stdio: ['ignore', 'ignore', 'inherit'] });
  const endBuild = () => child.kill();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, endBuild);
  const [code, signal] = await once(child, 'exit');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, endBuild);
  // The user interrupted it.
  if (signal) process.exit(0);
  if (code === 0) return;
  console.error('Portico cannot start: it could not be built.');
  process.exit(1);
}
