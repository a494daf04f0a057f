import { emailAddress, lineOfText } from '@portico/contract';
import { describe, expect, test } from 'vitest';
import { parseChangedFields } from './changed-fields.ts';

describe('the schema of email addresses', () => {
  test.each([
    'r&d@acme.example',
    'sales/eu@acme.example',
    'a=b@acme.example',
    'no#1@acme.example',
    'info@x.xn--p1ai',
    'a..b@acme.example',
    'jo.@acme.example',
    "o'neil+tag@acme.example",
  ])('accepts %s', (address) => {
    expect(emailAddress().parse(address)).toBe(address);
  });

  test('stores an international domain in its ASCII form', () => {
    expect(emailAddress().parse(' info@müller.example ')).toBe('info@xn--mller-kva.example');
  });

  test.each([
    '',
    'acme.example',
    'a@b',
    'a b@acme.example',
    'a@acme..example',
    'a@acme.example.',
    'a@mü ller.example',
    'a@1.2/é.x',
  ])('refuses %j', (address) => {
    expect(emailAddress().safeParse(address).success).toBe(false);
  });

  test('says why letters beyond ASCII before the @ are refused', () => {
    expect(emailAddress().safeParse('jürgen@acme.example').error?.issues).toMatchObject([
      { params: { messageKey: 'validation.emailLetters' } },
    ]);
  });
});

test('only the fields that differ from the stored values are checked', () => {
  const fields = { email: emailAddress(), name: lineOfText(5) };
  const stored = { email: 'jürgen@acme.example', name: 'Much too long' };
  expect(parseChangedFields(fields, stored, { ...stored, name: ' Ada ' })).toEqual({ ...stored, name: 'Ada' });
  expect(() => parseChangedFields(fields, stored, { ...stored, email: 'jörg@acme.example' })).toThrow(/email custom/);
});
