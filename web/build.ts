import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { precompress } from './build/assets.ts';
import { fingerprint } from './build/fingerprint.ts';
import { buildClient, buildDocuments } from './build/steps.ts';

const dist = join(import.meta.dirname, 'dist');
const fingerprintFile = join(dist, 'fingerprint');

/** Whether `dist` is missing or was built from other sources than those that are here now. Takes some 20 ms. */
export async function isStale(): Promise<boolean> {
  const built = await readFile(fingerprintFile, 'utf8').catch(() => null);
  return built === null || built !== (await fingerprint());
}

/** Builds `dist` anew: assets with compressed siblings, documents, `csp.json`, `manifest.json`, and last the fingerprint. */
export async function buildWeb(): Promise<void> {
  const current = await fingerprint();
  await rm(dist, { recursive: true, force: true });
  await mkdir(join(dist, 'pages'), { recursive: true });
  await buildClient();
  await Promise.all([buildDocuments(dist), precompress(join(dist, 'assets'))]);
  await writeFile(fingerprintFile, current);
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
