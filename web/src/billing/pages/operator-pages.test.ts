import { expect, it } from 'vitest';
import { parseSearch } from '../../app/search.ts';
import { cancellationSearch } from './operator-pages.ts';

it.each([
  ['?withComment=true', true],
  ['?withComment=false', undefined],
  ['', undefined],
])('the value %j in an address filters cancellations by comment: %s', (address, withComment) => {
  expect(cancellationSearch(parseSearch(address)).withComment).toBe(withComment);
});
