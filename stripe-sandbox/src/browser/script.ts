import { readFile } from 'node:fs/promises';

const IMPORT = /^import \{([\s\S]*?)\} from '(\.\/[\w-]+\.js)';\n/gm;

/**
 * Bundles ES modules of a folder into one script with one scope, so that a plain script tag runs it
 * before the page's bundle. Only named imports of sibling files and named declarations are supported. Anything else
 * throws.
 */
export async function bundleScript(folder: string, entry: string): Promise<string> {
  const parts: string[] = [];
  const known = new Set<string>();
  const add = async (file: string) => {
    if (known.has(file)) return;
    known.add(file);
    const module = await readFile(new URL(`${folder}/${file}`, import.meta.url), 'utf8');
    for (const [, , from = ''] of module.matchAll(IMPORT)) await add(from.slice(2));
    const part = module.replace(IMPORT, '').replace(/^export (?=const |class |function |async function )/gm, '');
    if (/^(import|export)\b/m.test(part)) throw new Error(`${folder}/${file} has an unsupported import or export`);
    parts.push(part.trim());
  };
  await add(entry);
  return `(() => {\n'use strict';\n${parts.join('\n\n')}\n})();\n`;
}
