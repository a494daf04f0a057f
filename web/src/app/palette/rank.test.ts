import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rank } from './rank.ts';

const find = (query: string, labels: readonly (string | { label: string; keywords: string[] })[]) =>
  rank(
    query,
    labels.map((label) => (typeof label === 'string' ? { label } : label)),
  ).map(({ label }) => label);

it('ranks equal texts first, then prefixes, word prefixes, parts of words and loose matches (UI-21)', () => {
  const labels = ['Pending invoices', 'xinvoicesx', 'Invoices paid', 'In very old icy essays', 'Invoices', 'Users'];
  expect(find('invoices', labels)).toEqual([
    'Invoices',
    'Invoices paid',
    'Pending invoices',
    'xinvoicesx',
    'In very old icy essays',
  ]);
  expect(find('ivs', ['Licenses', 'Invoices'])).toEqual(['Invoices']);
});

it('finds words in any order, including incomplete ones', () => {
  expect(find('cloud canc', ['Change card of Veriscan Cloud', 'Cancel Veriscan Cloud'])).toEqual([
    'Cancel Veriscan Cloud',
  ]);
});

it('ignores accents in the query and in the text', () => {
  expect(find('resilier', ['Résilier l’abonnement'])).toEqual(['Résilier l’abonnement']);
  expect(find("l'abonnement", ['Résilier l’abonnement'])).toHaveLength(1);
  expect(find('factüres', ['Factures'])).toEqual(['Factures']);
});

it('also finds keywords, and ranks them after matches in the label', () => {
  const items = [{ label: 'Switch to French', keywords: ['language'] }, 'Language settings'];
  expect(find('language', items)).toEqual(['Language settings', 'Switch to French']);
  expect(find('end cloud', [{ label: 'Cancel Cloud', keywords: ['end'] }])).toEqual(['Cancel Cloud']);
});

it('keeps the order of equal matches, and returns everything for an empty query', () => {
  expect(find('open', ['Open B', 'Open A'])).toEqual(['Open B', 'Open A']);
  expect(find(' ', ['B', 'A'])).toEqual(['B', 'A']);
});

it('treats special characters in a query as plain characters', () => {
  expect(find('a.c(', ['abc', 'a.c( d'])).toEqual(['a.c( d']);
  expect(find('rendez-vous', ['Rendez-vous', 'Rendre à vous'])).toEqual(['Rendez-vous']);
  expect(find('G1NUEGPT-0002', ['Users', 'G1NUEGPT-0002'])).toEqual(['G1NUEGPT-0002']);
});

it('ranks any query without an error', () => {
  const texts = fc.string({ unit: 'binary', maxLength: 30 });
  fc.assert(
    fc.property(texts, fc.array(texts, { maxLength: 5 }), (query, labels) => {
      expect(find(query, labels).length).toBeLessThanOrEqual(labels.length);
      // Every label is found by its own text.
      for (const label of labels) expect(find(label, labels)).toContain(label);
    }),
  );
  expect(find('a'.repeat(200), ['a'.repeat(199)])).toEqual([]);
});
