import { importColumns } from '@portico/contract';
import { describe, expect, test } from 'vitest';
import { judgeLine, judgeNames, lookupNames, mergeBadLines } from './rows.ts';

const now = new Date('2030-06-15T12:00:00Z');
const empty = Object.fromEntries(importColumns.map((column) => [column, ''])) as Record<
  (typeof importColumns)[number],
  string
>;
const good = { ...empty, login: ' ada ', email: 'ada@x.example', firstName: 'Ada' };
const judge = (change: Partial<typeof good>, locale: 'en' | 'fr' = 'en') =>
  judgeLine({ line: 7, cells: { ...good, ...change }, timeZone: 'UTC', isTooLong: false }, locale, now);
const listProblems = (change: Partial<typeof good>, locale?: 'en' | 'fr') => {
  const judged = judge(change, locale);
  return 'bad' in judged ? judged.bad.problems.map(({ column, message }) => [column, message]) : [];
};

describe('a line', () => {
  test('accepts a login with @ only if it is the address of the same line', () => {
    expect(listProblems({ login: 'ADA@x.example' })).toEqual([]);
    expect(listProblems({ login: 'bob@x.example' })).toEqual([
      ['login', 'A login with @ can only be the user’s own email address.'],
    ]);
  });

  test('becomes a user from only the required cells', () => {
    expect(judge({})).toEqual({
      user: {
        line: 7,
        login: 'ada',
        email: 'ada@x.example',
        firstName: 'Ada',
        lastName: '',
        phone: '',
        comments: '',
        admin: false,
        readOnly: false,
        active: true,
        expiresAt: null,
      },
    });
  });

  test.each([
    ['yes', true],
    ['VRAI', true],
    ['Oui', true],
    ['1', true],
    [' x ', true],
    ['no', false],
    ['Faux', false],
    ['0', false],
    ['', false],
  ])('may have the flag %j', (cell, isSet) => {
    expect(judge({ admin: cell, readOnly: cell })).toMatchObject({ user: { admin: isSet, readOnly: isSet } });
  });

  test.each([
    ['2030-06-15', '2030-06-16T00:00:00.000Z'],
    [' 2032-02-29 ', '2032-03-01T00:00:00.000Z'],
    ['2030-06-15T12:00:01Z', '2030-06-15T12:00:01.000Z'],
    ['2031-01-01T00:00:00.000Z', '2031-01-01T00:00:00.000Z'],
  ])('ends access after %s', (cell, end) => {
    expect(judge({ expDate: cell })).toMatchObject({ user: { expiresAt: new Date(end) } });
  });

  test.each([
    ['Owner', 'Inactive', '06/14/2030 11:30 PM'],
    ['Administrateur', 'Inactif', '2030-06-14 23:30'],
    ['admin', 'no', '6/14/2030 23:30'],
  ])('is read as the report of users writes it: %s, %s, %s', (admin, active, expDate) => {
    const cells = { ...good, admin, active, expDate };
    expect(judgeLine({ line: 7, cells, timeZone: 'America/Toronto', isTooLong: false }, 'en', now)).toMatchObject({
      user: { admin: true, active: false, expiresAt: new Date('2030-06-15T03:30:00Z') },
    });
  });

  test.each([
    [{ login: '' }, 'login', 'The login field is required.'],
    [{ email: '' }, 'email', 'The email field is required.'],
    [{ email: 'ada at x' }, 'email', 'The email field is not a valid email address.'],
    [{ firstName: ' ' }, 'firstName', 'The firstName field is required.'],
    [{ firstName: 'A\u0000' }, 'firstName', 'The firstName field contains characters that are not allowed.'],
    [{ lastName: 'two\nlines' }, 'lastName', 'The lastName field contains characters that are not allowed.'],
    [{ phone: '1'.repeat(51) }, 'phone', 'The phone field should have at most 50 characters.'],
    [{ admin: 'perhaps' }, 'admin', 'The admin field should be yes or no.'],
    [{ readOnly: '-1' }, 'readOnly', 'The readOnly field should be yes or no.'],
    [{ readOnly: 'admin' }, 'readOnly', 'The readOnly field should be yes or no.'],
    [{ active: 'perhaps' }, 'active', 'The active field should be yes or no.'],
    [{ expDate: '2031-02-30 10:00' }, 'expDate', 'The expDate field should be a date such as 2030-12-31.'],
    [{ expDate: '31.12.2030' }, 'expDate', 'The expDate field should be a date such as 2030-12-31.'],
    [{ expDate: '2031-02-30' }, 'expDate', 'The expDate field should be a date such as 2030-12-31.'],
    [{ expDate: '2031-13-01' }, 'expDate', 'The expDate field should be a date such as 2030-12-31.'],
    [{ expDate: '2030-06-14' }, 'expDate', 'The expDate field should be in the future.'],
    [{ expDate: '2030-06-15T12:00:00Z' }, 'expDate', 'The expDate field should be in the future.'],
  ])('is bad with %j, with a problem in the column %s', (change, column, message) => {
    expect(listProblems(change)).toEqual([[column, message]]);
  });

  test('lists all its problems, in the reader’s language', () => {
    expect(listProblems({ login: '', email: 'x', admin: '?' }, 'fr')).toEqual([
      ['login', 'Le champ login est obligatoire.'],
      ['email', expect.stringContaining('email')],
      ['admin', 'Le champ admin doit être oui ou non.'],
    ]);
  });

  test('is bad if it has more cells than the header', () => {
    expect(judgeLine({ line: 2, cells: good, timeZone: 'UTC', isTooLong: true }, 'en', now)).toMatchObject({
      bad: { line: 2, login: 'ada', problems: [{ column: null }] },
    });
  });
});

describe('names', () => {
  const known = (...names: [name: string, isTaken?: boolean][]) =>
    new Map(names.map(([name, isTaken = false]) => [name, { key: name.toLowerCase(), isTaken, isElsewhere: false }]));

  test('are bad if another user or an earlier line has one of them, as login or email address', () => {
    const named = [
      { line: 2, login: 'ada@x.example', email: 'ada@x.example' },
      { line: 3, login: 'ADA@x.example', email: 'b@x.example' },
      { line: 4, login: 'c', email: 'taken@x.example' },
      { line: 5, login: 'd', email: 'B@x.example' },
      { line: 6, login: 'e', email: 'e@x.example' },
    ];
    const names = known(
      ['ada@x.example'],
      ['ADA@x.example'],
      ['b@x.example'],
      ['c'],
      ['taken@x.example', true],
      ['d'],
      ['B@x.example'],
      ['e'],
      ['e@x.example'],
    );
    expect(judgeNames(named, names, 'en')).toEqual([
      { line: 3, login: 'ADA@x.example', problems: [{ column: 'login', message: 'The login is on line 2 already.' }] },
      { line: 4, login: 'c', problems: [{ column: 'email', message: 'The email is already taken.' }] },
      { line: 5, login: 'd', problems: [{ column: 'email', message: 'The email is on line 3 already.' }] },
    ]);
  });

  test('are not looked up if the database cannot store them', () => {
    const named = [
      { line: 2, login: 'a\0b', email: '\ud800' },
      { line: 3, login: 'x'.repeat(321), email: '' },
      { line: 4, login: 'ok', email: 'ok' },
    ];
    expect(lookupNames(named)).toEqual(['ok', 'ok']);
    expect(judgeNames(named, known(['ok']), 'en')).toEqual([]);
  });

  test('are merged with the other problems of their line', () => {
    const problem = (message: string) => ({ column: null, message });
    expect(
      mergeBadLines(
        [
          { line: 4, login: 'd', problems: [problem('cells')] },
          { line: 2, login: 'b', problems: [problem('phone')] },
        ],
        [
          { line: 3, login: 'c', problems: [problem('taken')] },
          { line: 4, login: 'd', problems: [problem('twice')] },
        ],
      ),
    ).toEqual([
      { line: 2, login: 'b', problems: [problem('phone')] },
      { line: 3, login: 'c', problems: [problem('taken')] },
      { line: 4, login: 'd', problems: [problem('cells'), problem('twice')] },
    ]);
  });
});
