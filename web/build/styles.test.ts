import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '../src');

const listFiles = (path: string): string[] =>
  statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))
    : [path];

const isPart = (path: string) => path.endsWith('.tsx') && !/\.test\.|\.test-support\./.test(path);

/** The modules that a module imports statically, and so are loaded with it. */
function listImports(path: string): string[] {
  const names = readFileSync(path, 'utf8').matchAll(/^(?:import|export) (?!type )[^;]*? from '(\.[^']+)';/gm);
  return [...names].map(([, name = '']) => join(dirname(path), name)).filter(existsSync);
}

/** The given modules and everything that is loaded with them. */
function listLoaded(paths: readonly string[], loaded = new Set<string>()): ReadonlySet<string> {
  for (const path of paths) {
    if (loaded.has(path)) continue;
    loaded.add(path);
    if (/\.tsx?$/.test(path)) listLoaded(listImports(path), loaded);
  }
  return loaded;
}

const wayIn = [
  'second-step/second-step',
  'links/forgotten-password',
  'links/mailed-link',
  'single-sign-on/break-glass',
  'sign-out/sign-out',
];

test.each([
  ['sign-in', ['app/sign-in-main.tsx']],
  ['way-in', wayIn.map((name) => `identity/session/${name}-page.tsx`)],
  ['sign-up', ['onboarding/pages/sign-up/sign-up-page.tsx']],
])('the styles of %s cover every component that its pages load', (name, pages) => {
  const styles = readFileSync(join(source, `app/${name}.css`), 'utf8');
  const sources = [...styles.matchAll(/@source "\.\.\/(.+)";/g)].map(([, path = '']) => join(source, path));
  const covered = new Set(sources.flatMap(listFiles));
  const loaded = [...listLoaded(pages.map((page) => join(source, page)))].filter(isPart);
  const styled = loaded.filter((path) => /className/.test(readFileSync(path, 'utf8')));
  expect(styled.length).toBeGreaterThan(5);
  expect(styled.filter((path) => !covered.has(path)).map((path) => relative(source, path))).toEqual([]);
});
