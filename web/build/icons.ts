import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const lucide = join(dirname(createRequire(import.meta.url).resolve('lucide-react/package.json')), 'dist/esm');

/** The file of each icon by the names under which the package exports it. */
function readIconFiles(): Map<string, string> {
  const files = new Map<string, string>();
  const exports = readFileSync(join(lucide, 'lucide-react.mjs'), 'utf8');
  for (const [, names = '', file = ''] of exports.matchAll(/^export \{([^}]*)\} from '\.\/(icons\/[^']+)';/gm)) {
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, join(lucide, file));
  }
  return files;
}

/**
 * Imports each icon from its own file.
 * @throws if the package does not have it
 */
export function importIcons(code: string, files: ReadonlyMap<string, string>): string {
  return code.replace(/import\s*\{([^}]*)\}\s*from\s*'lucide-react';/g, (_, specifiers: string) => {
    const names = specifiers.split(',').map((specifier) => specifier.trim());
    return names
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name) => {
        const [icon = '', local = icon] = name.split(/\s+as\s+/);
        const file = files.get(icon);
        if (!file) throw new Error(`lucide-react has no icon ${icon}`);
        return `import ${local} from ${JSON.stringify(file)};`;
      })
      .join(' ');
  });
}

/**
 * Lets each icon be bundled with its users. The package exports all icons from one file, so the bundler would put
 * every icon into the chunk of the sign-in page.
 */
export function icons(): Plugin {
  const files = readIconFiles();
  return {
    name: 'portico-icons',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: "'lucide-react'" },
      handler: (code) => ({ code: importIcons(code, files), map: null }),
    },
  };
}
