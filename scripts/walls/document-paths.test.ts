import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { missingPaths } from './document-paths.ts';

const root = join(import.meta.dirname, '../..');

test('documents name and link to existing files only', () => {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const files = listed.split('\0').filter((path) => path && existsSync(join(root, path)));
  // Decisions are historical documents, so their paths may be outdated.
  const documents = files.filter((path) => /^(?:docs\/)?[\w-]+\.md$/.test(path) && path !== 'CHANGELOG.md');
  expect(documents).toContain('docs/security.md');
  const missing = documents.flatMap((path) =>
    missingPaths(path, readFileSync(join(root, path), 'utf8'), files).map((name) => `${path}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test('finds paths and links that match no file', () => {
  const text = [
    '`server/src/a.ts`, `src/a.ts` and `a.ts` exist, `server/src/b.ts` does not. `src/` exists, `web/` does not.',
    '[Rules](rules.md#abc), [code](../server/src/a.ts), [gone](gone.md) and [elsewhere](https://example.com/x.md).',
    'A call such as `devices/list`, `a.field` or `/api/x` is not a path.',
  ].join('\n');
  const files = ['server/src/a.ts', 'docs/rules.md'];
  expect(missingPaths('docs/page.md', text, files)).toEqual(['server/src/b.ts', 'web/', 'gone.md']);
});
