import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../test/run.ts';
import type { Row } from './row.ts';

/**
 * `npm ci --omit=dev` in a copy of the checkout's package files, like a production image. Packages come from npm's
 * cache if possible.
 */
export async function measureInstall(folder: string): Promise<Row[]> {
  const copy = join(folder, 'install');
  const { workspaces } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { workspaces: string[] };
  for (const file of ['package.json', 'package-lock.json', ...workspaces.map((name) => `${name}/package.json`)]) {
    await mkdir(dirname(join(copy, file)), { recursive: true });
    await copyFile(join(root, file), join(copy, file));
  }
  const begin = performance.now();
  await promisify(execFile)('npm', ['ci', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund'], {
    cwd: copy,
    maxBuffer: 16 * 1024 * 1024,
  });
  const seconds = (performance.now() - begin) / 1000;
  await rm(copy, { recursive: true });
  return [{ figure: 'production install', ours: seconds, unit: 's', aim: { atMost: 20 } }];
}
