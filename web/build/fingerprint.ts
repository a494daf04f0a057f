import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const web = join(import.meta.dirname, '..');
const isSource = (path: string) => !/(?:^|\/)(?:dist|node_modules)\/|\.test\.|\.md$/.test(path);

/** Everything that the build depends on: the sources, the browser's part of the contract, and the locked packages. */
const places = [
  'src',
  'build',
  'public',
  'build.ts',
  'vite.config.ts',
  'lingui.config.ts',
  'package.json',
  '../contract/src/browser.ts',
  '../contract/src/api/paths.ts',
  '../contract/src/api/permissions.ts',
  '../contract/src/api/reference-data.ts',
  '../contract/src/onboarding/sign-up-form.ts',
  '../package-lock.json',
];

async function listFiles(place: string): Promise<string[]> {
  const entries = await readdir(join(web, place), { withFileTypes: true, recursive: true }).catch(() => null);
  if (!entries) return [place];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(web.length + 1));
}

/** A hash of all sources. If it is unchanged, `dist` need not be built again. */
export async function fingerprint(): Promise<string> {
  const files = (await Promise.all(places.map(listFiles))).flat().filter(isSource).sort();
  const contents = await Promise.all(files.map((file) => readFile(join(web, file))));
  const hash = createHash('sha256');
  for (const [index, file] of files.entries()) {
    hash.update(`${file}\0`);
    hash.update(contents[index] ?? '');
  }
  return hash.digest('hex');
}
