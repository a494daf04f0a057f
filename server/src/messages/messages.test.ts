import { expect, test } from 'vitest';
import { declinesInFrench } from './declines-fr.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';

const keys = Object.keys(en) as (keyof typeof en)[];

/** What a message takes in: `{name}`, `{n, plural, …}`. */
const placeholdersOf = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)[},]/g)].map(([, name]) => name))].sort();

test('the French messages take in what the English ones do', () => {
  expect(keys.filter((key) => placeholdersOf(en[key]).join() !== placeholdersOf(fr[key]).join())).toEqual([]);
});

test('the French messages are set as French is: no plain space before : ; ! ? » and no straight apostrophe or quotes', () => {
  const odd = [...Object.values(fr), ...Object.values(declinesInFrench)].filter((text) =>
    /[ \p{L}\p{N}}][:;!?»](?:\s|$)|« |\p{L}'|"/u.test(text),
  );
  expect(odd).toEqual([]);
});
