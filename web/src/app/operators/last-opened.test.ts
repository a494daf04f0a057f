import type { Preloaded } from '@portico/contract';
import { beforeEach, expect, it } from 'vitest';
import { replacePreloaded } from '../../lib/preloaded.ts';
import { listLastOpened, recordOpened } from './last-opened.ts';

const asUser = (id: number) => replacePreloaded({ user: { id } as Preloaded['user'] });

beforeEach(() => {
  localStorage.clear();
  asUser(1);
});

it('keeps the last four accounts, each once, the latest first', () => {
  for (const id of [1, 2, 3, 2, 4, 5]) recordOpened({ id, name: `Account ${id}` });
  expect(listLastOpened().map(({ id }) => id)).toEqual([5, 4, 2, 3]);
});

it('keeps a separate list for each operator', () => {
  recordOpened({ id: 7, name: 'Acme' });
  asUser(2);
  expect(listLastOpened()).toEqual([]);
});

it('ignores stored data that is not a list of accounts', () => {
  for (const stored of ['no json', '{"id":1}', '[1,null,{"id":"1","name":"x"}]']) {
    localStorage.setItem('portico.lastOpened.1', stored);
    expect(listLastOpened()).toEqual([]);
  }
});
