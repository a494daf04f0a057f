import { expect, test } from 'vitest';
import { prefixPattern } from './text-patterns.ts';

test.each([
  ['LI-1', 'LI-1%'],
  ['100%', '100\\%%'],
  ['a_b', 'a\\_b%'],
  ['a\\', 'a\\\\%'],
])('the pattern of %j escapes its special characters', (text, pattern) => {
  expect(prefixPattern(text)).toBe(pattern);
});
