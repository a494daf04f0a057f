import { expect, it } from 'vitest';
import { parseSearch } from '../../app/search.ts';
import { cancellationSearch } from './operator-pages.ts';

it.each([
  ['?withComment=true', true],
  ['?withComment=false', undefined],
  ['', undefined],
])('reads whether %j asks for cancellations with a comment: %s', (address, withComment) => {
  expect(cancellationSearch(parseSearch(address)).withComment).toBe(withComment);
});
