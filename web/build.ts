import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { precompress } from './build/assets.ts';
import { fingerprint } from './build/fingerprint.ts';
import { buildClient, buildDocuments } from './build/steps.ts';

const dist = join(import.meta.dirname, 'dist');
const fingerprintFile = join(dist, 'fingerprint');

/** Whether `dist` is missing or outdated. Takes about 20 ms. */
export async function isStale(): Promise<boolean> {
  const built = await readFile(fingerprintFile, 'utf8').catch(() => null);
  return built === null || built !== (await fingerprint());
}

/**
 * Builds `dist`: assets with compressed copies, documents, `csp.json`, `manifest.json` and the fingerprint. It
 * replaces the previous one only when it is complete; a failed build changes nothing.
 */
export async function buildWeb(): Promise<void> {
  const cache = join(import.meta.dirname, '.cache');
  const next = join(cache, `dist-${process.pid}`);
  const former = join(cache, `former-${process.pid}`);
  try {
    const current = await fingerprint();
    await mkdir(join(next, 'pages'), { recursive: true });
    await buildClient(next);
    await Promise.all([buildDocuments(next), precompress(join(next, 'assets'))]);
    await writeFile(join(next, 'fingerprint'), current);
    await rename(dist, former).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    await rename(next, dist);
  } finally {
    await Promise.all([next, former].map((directory) => rm(directory, { recursive: true, force: true })));
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { 'if-stale': { type: 'boolean', default: false } } });
  if (values['if-stale'] && !(await isStale())) {
    console.log('web: dist is up to date');
  } else {
    const start = performance.now();
    await buildWeb();
    console.log(`web: built in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  }
}
