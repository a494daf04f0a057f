import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { precompress } from './build/assets.ts';
import { buildClient, buildDocuments } from './build/steps.ts';

/** Writes assets with compressed copies, documents, `csp.json` and `manifest.json` into the folder. */
export async function build(folder: string): Promise<void> {
  await mkdir(join(folder, 'pages'), { recursive: true });
  await buildClient(folder);
  await Promise.all([buildDocuments(folder), precompress(join(folder, 'assets'))]);
}
