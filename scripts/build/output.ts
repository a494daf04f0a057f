import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '../..');
const isSource = (path: string) => !/(?:^|\/)(?:dist|node_modules|test)\/|\.test\.|\.md$/.test(path);

/** A folder that is built from sources. */
export interface Output {
  /** For example `web/dist`. */
  readonly folder: string;
  /** The files and folders that it is built from. */
  readonly sources: readonly string[];
  /** The module that exports `build(folder)`, which writes everything into the empty folder. */
  readonly builder: string;
}

const lock = 'package-lock.json';

/** The browser's files, their compressed copies, the documents, `csp.json` and `manifest.json`. */
export const web: Output = {
  folder: 'web/dist',
  builder: 'web/build.ts',
  sources: [
    ...['src', 'build', 'public', 'build.ts', 'vite.config.ts', 'lingui.config.ts', 'package.json'].map(
      (name) => `web/${name}`,
    ),
    ...['browser.ts', 'api/paths.ts', 'api/permissions.ts', 'api/reference-data.ts', 'onboarding/sign-up-form.ts'].map(
      (name) => `contract/src/${name}`,
    ),
    lock,
  ],
};

/** The portal and its commands as JavaScript. */
export const server: Output = {
  folder: 'server/dist',
  builder: 'server/build.ts',
  sources: [
    'server/build.ts',
    ...['server', 'contract', 'postgres', 'stripe-sandbox', 'license-client'].map((name) => `${name}/src`),
    'examples',
    lock,
  ],
};

async function listFiles(source: string): Promise<string[]> {
  const entries = await readdir(join(root, source), { withFileTypes: true, recursive: true }).catch(() => null);
  if (!entries) return [source];
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

/** A hash of all sources. If it is unchanged, the folder need not be built again. */
async function fingerprint({ sources }: Output): Promise<string> {
  const files = (await Promise.all(sources.map(listFiles))).flat().filter(isSource).sort();
  const contents = await Promise.all(files.map((file) => readFile(join(root, file))));
  const hash = createHash('sha256');
  for (const [index, file] of files.entries()) {
    hash.update(`${file}\0`);
    hash.update(contents[index] ?? '');
  }
  return hash.digest('hex');
}

/** Whether the folder is missing or outdated. */
export async function isStale(output: Output): Promise<boolean> {
  const [built, current] = await Promise.all([
    readFile(join(root, output.folder, 'fingerprint'), 'utf8').catch(() => null),
    fingerprint(output),
  ]);
  return built !== current;
}

/** Builds the folder. It replaces the previous one only when it is complete; a failed build changes nothing. */
export async function buildOutput(output: Output): Promise<void> {
  const folder = join(root, output.folder);
  // Beside the final folder, so that relative paths in the output stay valid after it is renamed.
  const next = `${folder}-${process.pid}`;
  const former = `${folder}-former-${process.pid}`;
  try {
    const [current, { build }] = await Promise.all([fingerprint(output), import(`../../${output.builder}`)]);
    await mkdir(next, { recursive: true });
    await build(next);
    await writeFile(join(next, 'fingerprint'), current);
    await rename(folder, former).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    await rename(next, folder);
  } finally {
    await Promise.all([next, former].map((path) => rm(path, { recursive: true, force: true })));
  }
}
