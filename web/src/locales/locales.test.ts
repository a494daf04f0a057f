import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatter } from '@lingui/format-po';
import { describe, expect, it } from 'vitest';
import { assignCatalogs } from '../../build/message-catalogs.ts';

const catalogNames = [...assignCatalogs(join(import.meta.dirname, '../..')).files.keys()];

async function read(catalog: string, locale: string) {
  const filename = join(import.meta.dirname, catalog, `${locale}.po`);
  const messages = await formatter().parse(readFileSync(filename, 'utf8'), { locale, sourceLocale: 'en', filename });
  return Object.values(messages).filter((message) => !message.obsolete);
}

/** The placeholders of a message: `{name}`, `{n, plural, …}`, `<0>`. `one {seat}` is a text of a plural. */
const placeholdersOf = (text: string) =>
  [
    ...new Set(
      [...text.matchAll(/(?<!, plural,.* (?:one|other) )\{(\w+)[},]|<\/?(\d+)/g)].map(([, name, tag]) => name ?? tag),
    ),
  ].sort();

describe.each(catalogNames)('the %s catalog', (catalog) => {
  it('is whole in French', async () => {
    const missing = (await read(catalog, 'fr')).filter(({ translation }) => !translation);
    expect(missing.map(({ message }) => message)).toEqual([]);
  });

  it('keeps the placeholders', async () => {
    const odd = (await read(catalog, 'fr')).filter(
      ({ message = '', translation = '' }) => placeholdersOf(message).join() !== placeholdersOf(translation).join(),
    );
    expect(odd.map(({ message }) => message)).toEqual([]);
  });

  it('is set as French is: no plain space before : ; ! ? » % and no straight apostrophe or quotes', async () => {
    const words = (text: string) => text.replace(/\{\w+, plural,|<[^>]*>/g, '');
    const odd = (await read(catalog, 'fr')).filter(({ translation = '' }) =>
      /[ \p{L}\p{N}}][:;!?»](?:\s|$)|« |\p{L}'|"/u.test(words(translation)),
    );
    expect(odd.map(({ translation }) => translation)).toEqual([]);
  });
});
