import { expect, test } from 'vitest';
import type { InvalidInputError } from '../../core/http/app-error.ts';
import { assertWaysInStay } from './while-acting.ts';

const before = { login: 'avery', email: 'avery@acme.example' };
const acting = { actingOperator: { id: 1, name: 'Olivia', until: new Date(), reason: 'Ticket 4711' } };

test.each([
  ['the e-mail address', { email: 'olivia@portico.example' }, ['email']],
  ['the login', { login: 'olivia' }, ['login']],
  ['both', { login: 'olivia', email: 'olivia@portico.example' }, ['login', 'email']],
])('an operator who acts as a user does not change %s, and is told at the field', (_what, change, fields) => {
  const refused = () => assertWaysInStay(acting, before, { ...before, ...change });
  try {
    refused();
    expect.unreachable();
  } catch (error) {
    expect(Object.keys((error as InvalidInputError).propertyErrors ?? {})).toEqual(fields);
  }
});

test('an operator who acts as a user may save what leaves both as they are', () => {
  expect(() => assertWaysInStay(acting, before, { ...before })).not.toThrow();
});

test('everybody else changes them by their own rights', () => {
  const change = { login: 'olivia', email: 'olivia@portico.example' };
  expect(() => assertWaysInStay({ actingOperator: null }, before, change)).not.toThrow();
});
