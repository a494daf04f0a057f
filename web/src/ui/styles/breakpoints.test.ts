import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '../..');
const theme = readFileSync(join(import.meta.dirname, 'theme.css'), 'utf8');
const breakpoints = new Set([...theme.matchAll(/--breakpoint-(\w+):/g)].map(([, name]) => name));

it('no class uses a breakpoint that the theme does not define, which would do nothing', () => {
  const unknown = globSync('**/*.{ts,tsx,css}', { cwd: source })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(source, file), 'utf8').matchAll(/["'`\s](?:max-|min-)?(xs|sm|md|lg|xl|\dxl):[\w[!-]/g)]
        .filter(([, name]) => !breakpoints.has(name ?? ''))
        .map(([found]) => `${file}: ${found.trim()}`),
    );
  expect(breakpoints.size).toBeGreaterThan(2);
  expect(unknown).toEqual([]);
});
