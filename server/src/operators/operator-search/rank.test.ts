import type { SearchHit } from '@portico/contract';
import { expect, test } from 'vitest';
import { rank } from './rank.ts';

const thing = (kind: SearchHit['kind'], label: string, detail: string | null = null): SearchHit => ({
  kind,
  id: label,
  label,
  detail,
  account: null,
  isManual: false,
});
const labels = (text: string, found: readonly SearchHit[], most = 5) =>
  rank(text, found, most).map(({ label }) => label);

test('ranks exact matches first, then texts that begin with the search, then texts with a word that does, then others', () => {
  const found = [thing('account', 'Bacme'), thing('account', 'The Acme'), thing('account', 'Acme Ltd')];
  expect(labels('acme', [...found, thing('invoice', 'ACME')])).toEqual(['ACME', 'Acme Ltd', 'The Acme', 'Bacme']);
});

test('matches email addresses and serial numbers like labels', () => {
  const found = [thing('user', 'Ann', 'x@acme.example'), thing('user', 'Bob', 'acme@x.example')];
  expect(labels('acme', found)).toEqual(['Bob', 'Ann']);
});

test('sorts equal matches by kind, then by label', () => {
  const found = [thing('invoice', 'a1'), thing('order', 'a1'), thing('account', 'a3'), thing('account', 'a2')];
  expect(rank('a', found, 5).map(({ kind, label }) => `${kind} ${label}`)).toEqual([
    'account a2',
    'account a3',
    'order a1',
    'invoice a1',
  ]);
});

test('keeps only the best matches of each kind', () => {
  const found = [thing('user', 'xa'), thing('user', 'a1'), thing('user', 'a2'), thing('order', 'a3')];
  expect(labels('a', found, 2)).toEqual(['a1', 'a2', 'a3']);
});
