import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export interface ManifestChunk {
  file: string;
  name?: string;
  src?: string;
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
  assets?: string[];
}
export type Manifest = Record<string, ManifestChunk>;

/**
 * The chunk of a source file, by its path from `web`.
 * @throws if the build does not contain it
 */
export function getChunk(manifest: Manifest, source: string): ManifestChunk {
  const chunk = manifest[source];
  if (!chunk) throw new Error(`the build's manifest has no ${source}`);
  return chunk;
}

/** The files that are loaded before `source` runs: itself and all static imports. */
export function staticFiles(manifest: Manifest, source: string): string[] {
  const seen = new Set<string>();
  const files: string[] = [];
  const visit = (key: string) => {
    if (seen.has(key)) return;
    seen.add(key);
    const chunk = getChunk(manifest, key);
    files.push(chunk.file, ...(chunk.css ?? []));
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  visit(source);
  return [...new Set(files)];
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const compressible = /\.(?:js|css|svg|json|map)$/;

/** Writes `.br` and `.gz` copies of every text asset in `directory`. */
export async function precompress(directory: string): Promise<void> {
  const names = (await readdir(directory, { recursive: true })).filter((name) => compressible.test(name));
  await Promise.all(
    names.map(async (name) => {
      const path = join(directory, name);
      const content = await readFile(path);
      const options = {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
      };
      const [small, older] = await Promise.all([brotli(content, options), zip(content, { level: 9 })]);
      await Promise.all([writeFile(`${path}.br`, small), writeFile(`${path}.gz`, older)]);
    }),
  );
}

/** The source expression of an inline script or style for a content security policy. */
export function cspHash(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}
