import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { citedRules, longSentences, namedPaths, readCitingFiles, readRules, rulesPage } from './business-rules.ts';

const root = join(import.meta.dirname, '../..');

describe('the page of the business rules', () => {
  const page = readFileSync(join(root, rulesPage), 'utf8');
  const addresses = readRules(page).map(({ address }) => address);

  test('names existing files only', () => {
    const paths = namedPaths(page);
    expect(paths.length).toBeGreaterThan(100);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test('gives each rule an address of its own', () => {
    expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([]);
  });

  test('keeps its sentences short', () => {
    expect(longSentences(page)).toEqual([]);
  });

  test('has each rule that a file cites', () => {
    const known = new Set(addresses);
    const prefixes = new Set(addresses.map((address) => address.replace(/-.*/, '')));
    const unknown = readCitingFiles(root)
      .filter(({ path }) => !path.startsWith('scripts/walls/'))
      .flatMap(({ path, text }) =>
        citedRules(text, prefixes)
          .filter((address) => !known.has(address))
          .map((address) => `${path} ${address}`),
      );
    expect(unknown).toEqual([]);
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

  test('reads citations of known subjects', () => {
    expect(citedRules('As ABC-7 says, in UTF-8 (ABC-1).', new Set(['ABC']))).toEqual(['ABC-7', 'ABC-1']);
  });

  test('shows sentences that are too long', () => {
    const long = Array.from({ length: 28 }, () => 'word').join(' ');
    expect(longSentences(`- **ABC-1** Short. ${long}.`)).toEqual([`ABC-1: ${long}.`]);
  });
});
