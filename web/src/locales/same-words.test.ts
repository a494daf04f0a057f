import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatter } from '@lingui/format-po';
import { expect, test } from 'vitest';
import { assignCatalogs } from '../../build/message-catalogs.ts';

const catalogNames = [...assignCatalogs(join(import.meta.dirname, '../..')).files.keys()];

/** The French messages of a catalog by their ids. */
async function readFrench(catalog: string): Promise<[string, string | undefined][]> {
  const filename = join(import.meta.dirname, catalog, 'fr.po');
  const messages = await formatter().parse(readFileSync(filename, 'utf8'), {
    locale: 'fr',
    sourceLocale: 'en',
    filename,
  });
  return Object.entries(messages).map(([id, { translation }]) => [id, translation]);
}

test('a message has one translation in all catalogs, as the one that loads last counts on every page', async () => {
  const entries = (await Promise.all(catalogNames.map(readFrench))).flat();
  const first = new Map(entries.toReversed());
  expect(entries.filter(([id, translation]) => first.get(id) !== translation)).toEqual([]);
});

test('French has a thin space that never breaks before ; ! and ?, and a whole one inside guillemets and before a colon', async () => {
  const entries = (await Promise.all(catalogNames.map(readFrench))).flat();
  const wrong = /[ \u00a0\p{L}\p{N}}][;!?](?=\s|$)|[ \u202f][:»](?=\s|$)|«[^\u00a0]/u;
  expect(entries.filter(([, translation]) => wrong.test(translation ?? ''))).toEqual([]);
});
