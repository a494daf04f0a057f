import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { expect, test } from 'vitest';
import { declinesInFrench } from './declines-fr.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';

const keys = Object.keys(en) as (keyof typeof en)[];

type Element = ReturnType<IntlMessageFormat['getAst']>[number];

/** The placeholders of a message: `{name}`, `{n, plural, …}`. */
const listPlaceholders = (text: string) =>
  text.includes('{')
    ? [...new Set(listArguments(new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst()))].sort()
    : [];

function listArguments(elements: readonly Element[]): string[] {
  return elements.flatMap((element) => {
    // Literals, and the `#` of a plural.
    if (element.type === 0 || element.type === 7) return [];
    const branches = 'options' in element ? Object.values(element.options) : [];
    return [element.value, ...branches.flatMap(({ value }) => listArguments(value))];
  });
}

test('the French messages have the same placeholders as the English ones', () => {
  expect(keys.filter((key) => listPlaceholders(en[key]).join() !== listPlaceholders(fr[key]).join())).toEqual([]);
});

test('the French messages have French typography: no plain space before : ; ! ? », a thin one before ; ! ? and no straight apostrophe or quotes', () => {
  const odd = [...Object.values(fr), ...Object.values(declinesInFrench)].filter((text) =>
    /[ \p{L}\p{N}}][:;!?»](?:\s|$)|\u00a0[;!?]|« |\p{L}'|"/u.test(text),
  );
  expect(odd).toEqual([]);
});

test('each message key is in only one file, because the last file would silently win', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => /^(?:[a-z-]+-)?en\.ts$/.test(name));
  const written = files.flatMap((name) =>
    [...readFileSync(join(import.meta.dirname, name), 'utf8').matchAll(/^ {2}'([\w.]+)':/gm)].map(([, key]) => key),
  );
  expect(written.toSorted()).toEqual(keys.toSorted());
});
