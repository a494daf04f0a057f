import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Suite, suites } from './suites.ts';

const root = join(import.meta.dirname, '../..');
const workspaces = [...new Set(Object.values(suites).map(({ workspace }) => workspace))];
const sources = new Map(
  globSync(
    workspaces.map((workspace) => `${workspace}/**/*.{ts,tsx}`),
    { cwd: root, exclude: (path) => path.endsWith('node_modules') },
  ).map((path) => [path, readFileSync(join(root, path), 'utf8')]),
);

/** The only files that read `PORTICO_SOAK`. All others use these. */
const readers = ['e2e/harness/soak.ts', 'server/test/sample.ts', 'stripe-sandbox/test/sample.ts'];
const asks = /\b(?:sampled|storyLanguages)\(|\bisSoak\b/;

/** Returns the files that read the sample size, and those that import one of them. */
function findAsking(): ReadonlySet<string> {
  const asking = new Set<string>();
  for (let before = -1; before < asking.size; ) {
    before = asking.size;
    for (const [path, text] of sources) {
      const imported = [...text.matchAll(/from '(\.[^']+)'/g)].map(([, from = '']) => posix.join(path, '..', from));
      const isAsking = asks.test(text) || imported.some((file) => asking.has(file));
      if (isAsking && !readers.includes(path)) asking.add(path);
    }
  }
  return asking;
}

const tests = [...findAsking()].filter((path) => /\.(?:test|spec)\.tsx?$/.test(path));

const filesOf = ({ workspace, files }: Suite) =>
  files.map((file) =>
    [...sources.keys()].filter((path) =>
      workspace === 'e2e' ? new RegExp(file).test(join(root, path)) : path === `${workspace}/${file}`,
    ),
  );

describe('the suites of the soak', () => {
  test('include each test file that can run a sample exactly once', () => {
    const inSuites = Object.values(suites).flatMap(filesOf).flat();
    expect(tests).toContain('server/src/core/operations/operations.faults.test.ts');
    expect(tests).toContain('e2e/site/every-screen-wide.spec.ts');
    expect(inSuites.filter((path) => tests.includes(path)).toSorted()).toEqual(tests.toSorted());
  });

  test.each(Object.entries(suites))('%s contains only files that run more tests in the soak', (_name, suite) => {
    for (const found of filesOf(suite)) expect(found.some((path) => tests.includes(path))).toBe(true);
  });

  test('get their size from the only two files that read PORTICO_SOAK', () => {
    const reading = [...sources].filter(([, text]) => text.includes('process.env.PORTICO_SOAK')).map(([path]) => path);
    expect(reading.toSorted()).toEqual(readers);
  });
});
