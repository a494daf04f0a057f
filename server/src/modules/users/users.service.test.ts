import { expect, test } from 'vitest';
import { mayChange } from './users.service.ts';

const admin = { id: 1, isOperator: false };
const operator = { id: 2, isOperator: true };

test.each([
  ['an admin', admin, 'a user', { id: 3, isOwner: false, isOperator: false }, true],
  ['an admin', admin, 'themselves', { id: 1, isOwner: false, isOperator: false }, true],
  ['an admin', admin, 'the owner', { id: 3, isOwner: true, isOperator: false }, false],
  ['an admin', admin, 'an operator', { id: 3, isOwner: false, isOperator: true }, false],
  ['an owner', admin, 'themselves', { id: 1, isOwner: true, isOperator: false }, true],
  ['an operator', operator, 'the owner', { id: 3, isOwner: true, isOperator: false }, true],
])('returns for %s with %o and %s with %o: %s', (_who, asker, _whom, user, expected) => {
  expect(mayChange(asker, user)).toBe(expected);
});
