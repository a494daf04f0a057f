import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  citedRules,
  longSentences,
  namedPaths,
  readCitingFiles,
  readRules,
  rulesPage,
  uncitedRules,
  withEnforcingFiles,
} from './business-rules.ts';

const root = join(import.meta.dirname, '../..');

describe('the page of the business rules', () => {
  const page = readFileSync(join(root, rulesPage), 'utf8');
  const addresses = readRules(page).map(({ address }) => address);
  const files = readCitingFiles(root);

  test('names existing files only', () => {
    const paths = namedPaths(page);
    expect(paths.length).toBeGreaterThan(100);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test('gives each rule a unique address', () => {
    expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([]);
  });

  test('keeps its sentences short', () => {
    expect(longSentences(page)).toEqual([]);
  });

  test('contains each rule that a file cites', () => {
    const known = new Set(addresses);
    const prefixes = new Set(addresses.map((address) => address.replace(/-.*/, '')));
    const unknown = files
      .filter(({ path }) => !path.startsWith('scripts/walls/'))
      .flatMap(({ path, text }) =>
        citedRules(text, prefixes)
          .filter((address) => !known.has(address))
          .map((address) => `${path} ${address}`),
      );
    expect(unknown).toEqual([]);
  });

  test('contains no rule without a citation in code, unless the rule is planned', () => {
    expect(uncitedRules(page, files)).toEqual([]);
  });

  test('names the files that cite each rule, as `npm run rules` writes them', () => {
    const written = page.split('\n');
    const stale = withEnforcingFiles(page, files)
      .split('\n')
      .filter((line, index) => line !== written[index]);
    expect(stale, 'Other files cite these rules now: run `npm run rules`').toEqual([]);
  });
});

describe('the check of the business rules', () => {
  const page = [
    '- **ABC-1** A first rule. `modules/a.ts`, `web/src/b.tsx`',
    '- **ABC-2** The call is `GET /api/x`. `modules/c/`, `/api/y`, `a.field`, `app.ts`',
    'No rule.',
  ].join('\n');

  test('reads the rules of a page', () => {
    expect(readRules(page).map(({ address }) => address)).toEqual(['ABC-1', 'ABC-2']);
  });

  test('reads the paths of a page', () => {
    expect(namedPaths(page)).toEqual([
      'server/src/modules/a.ts',
      'web/src/b.tsx',
      'server/src/modules/c/',
      'server/src/app.ts',
    ]);
  });

  test('reads citations of known subjects, and ranges of them', () => {
    expect(citedRules('As ABC-7 says, in UTF-8 (ABC-1).', new Set(['ABC']))).toEqual(['ABC-7', 'ABC-1']);
    expect(citedRules('(ABC-2 to ABC-4, UTF-8 to UTF-9)', new Set(['ABC']))).toEqual(['ABC-2', 'ABC-3', 'ABC-4']);
  });

  test('writes the files that cite a rule after its sentences and before its links', () => {
    const files = [
      { path: 'web/src/b.tsx', text: '(ABC-1)' },
      { path: 'server/src/modules/a.ts', text: '(ABC-1, ABC-2)' },
      { path: 'server/src/modules/a.test.ts', text: '(ABC-3)' },
    ];
    const rules = [
      '- **ABC-1** The call is `GET /api/x`. `gone.ts`, `modules/`, [decision 1](decisions/0001.md)',
      '- **ABC-2** It names no file.',
      '- **ABC-3** Nothing cites it. `gone.ts`',
      '- **ABC-4** Neither this: *Planned.*',
      '- **ABC-5** A table follows:',
    ].join('\n');
    expect(withEnforcingFiles(rules, files).split('\n')).toEqual([
      '- **ABC-1** The call is `GET /api/x`. `modules/a.ts`, `web/src/b.tsx`, [decision 1](decisions/0001.md)',
      '- **ABC-2** It names no file. `modules/a.ts`',
      '- **ABC-3** Nothing cites it.',
      '- **ABC-4** Neither this: *Planned.*',
      '- **ABC-5** A table follows:',
    ]);
    expect(uncitedRules(rules, files)).toEqual(['ABC-3', 'ABC-5']);
  });

  test('names at most four files, those with the most citations of a rule', () => {
    const files = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ path: `web/${name}.ts`, text: '(ABC-1)' }));
    const most = { path: 'web/z.ts', text: '(ABC-1), (ABC-1)' };
    expect(withEnforcingFiles('- **ABC-1** A rule.', [...files, most])).toBe(
      '- **ABC-1** A rule. `web/a.ts`, `web/b.ts`, `web/c.ts`, `web/z.ts`',
    );
  });

  test('reports sentences that are too long', () => {
    const long = Array.from({ length: 28 }, () => 'word').join(' ');
    expect(longSentences(`- **ABC-1** Short. ${long}.`)).toEqual([`ABC-1: ${long}.`]);
  });
});
