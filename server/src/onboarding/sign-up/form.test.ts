import { expect, test } from 'vitest';
import { RequestValidationError } from '../../core/http/validation.ts';
import { parseForm } from './form.ts';

const parse = (names: Readonly<Record<string, string>>) => {
  const form = { email: 'a@acme.example', organization: 'Acme', firstName: 'Suharto', country: 'ID', ...names };
  return parseForm(form, { companyId: 1, needsPassword: false }).person;
};

test('the last name is required, except of a person who has only one name', () => {
  expect(parse({ hasOneName: 'true' })).toMatchObject({ firstName: 'Suharto', lastName: '' });
  expect(parse({ hasOneName: 'true', lastName: '' }).lastName).toBe('');
  const refused: Record<string, string>[] = [
    {},
    { lastName: ' ' },
    { lastName: '', hasOneName: '' },
    { hasOneName: 'yes' },
  ];
  for (const names of refused) expect(() => parse(names)).toThrow(RequestValidationError);
});
