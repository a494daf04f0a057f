import { operators } from '@portico/contract';
import { expect, test } from 'vitest';
import { readClaimLine } from './authorization.ts';

const { firstName } = operators.add.body.shape;

test.each([
  ['a long one', 'x'.repeat(300), 'x'.repeat(100)],
  ['one with a space at the cut', `${'x'.repeat(99)} y`, 'x'.repeat(99)],
  ['one with an emoji at the cut', `${'x'.repeat(99)}🦄`, 'x'.repeat(99)],
  ['one of two lines', ' Jo\r\n\0Smith ', 'Jo Smith'],
])('a name from a provider is cut to what forms allow: %s', (_, claim, name) => {
  expect(readClaimLine(claim)).toBe(name);
  expect(firstName.safeParse(name).success).toBe(true);
});

test.each([[7], [null], ['\u200b\u2060'], [' ']])('%j is not a name', (claim) => {
  expect(readClaimLine(claim)).toBe('');
});
