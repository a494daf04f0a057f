import { listRoles } from '@portico/contract';
import { describe, expect, test } from 'vitest';
import {
  changesAdmin,
  fieldsClosedWhileActing,
  grantsRefusal,
  mayChange,
  ownershipRefusal,
  signInMethodsRefusal,
  standingProblems,
  standingRefusal,
  type UserStanding,
} from './users.rules.ts';

const admin = { id: 1, isOwner: false, isOperator: false };
const owner = { id: 5, isOwner: true, isOperator: false };
const operator = { id: 2, isOwner: false, isOperator: true };
const now = new Date('2026-11-23T12:00:00Z');

const member: UserStanding = {
  id: 3,
  isOwner: false,
  isOperator: false,
  admin: false,
  readOnly: false,
  active: true,
  expDate: null,
};
const anAdmin = { ...member, admin: true };
const anOwner = { ...member, isOwner: true };
const anOperator = { ...member, isOperator: true };

test.each([
  ['an admin', admin, 'a user', { id: 3, isOwner: false, isOperator: false }, true],
  ['an admin', admin, 'themselves', { id: 1, isOwner: false, isOperator: false }, true],
  ['an admin', admin, 'the owner', { id: 3, isOwner: true, isOperator: false }, false],
  ['an admin', admin, 'an operator', { id: 3, isOwner: false, isOperator: true }, false],
  ['an owner', admin, 'themselves', { id: 1, isOwner: true, isOperator: false }, true],
  ['an operator', operator, 'the owner', { id: 3, isOwner: true, isOperator: false }, true],
])('mayChange returns for %s with %o and %s with %o: %s', (_who, caller, _whom, user, expected) => {
  expect(mayChange(caller, user)).toBe(expected);
});

describe('what an admin may change of whom', () => {
  test.each([
    ['standing', standingRefusal, { member: null, admin: null, owner: 'user.ownerOnly', operator: 'user.operator' }],
    [
      'grants',
      grantsRefusal,
      { member: null, admin: 'user.adminHasAll', owner: 'user.adminHasAll', operator: 'user.operator' },
    ],
    [
      'sign-in methods',
      signInMethodsRefusal,
      { member: null, admin: null, owner: 'user.ownerOnly', operator: 'user.operator' },
    ],
  ] as const)('returns the right refusals for an admin and the %s', (_what, findRefusal, expected) => {
    expect({
      member: findRefusal(admin, member),
      admin: findRefusal(admin, anAdmin),
      owner: findRefusal(admin, anOwner),
      operator: findRefusal(admin, anOperator),
    }).toEqual(expected);
  });

  test('does not let operators change the role of operators, or users their own sign-in methods', () => {
    expect(standingRefusal(operator, anOperator)).toBe('user.operator');
    expect(signInMethodsRefusal(owner, { ...anOwner, id: owner.id })).toBe('user.ownWaysIn');
    expect(signInMethodsRefusal(admin, { ...anAdmin, id: admin.id })).toBe('user.ownWaysIn');
  });
});

test.each([
  ['an active admin', anAdmin, null],
  ['the owner', anOwner, 'user.alreadyOwner'],
  ['a user', member, 'user.notActiveAdmin'],
  ['an inactive admin', { ...anAdmin, active: false }, 'user.notActiveAdmin'],
  ['a read-only admin', { ...anAdmin, readOnly: true }, 'user.notActiveAdmin'],
  [
    'an admin with a password that somebody else chose',
    { ...anAdmin, isPasswordOfOther: true },
    'user.passwordOfOther',
  ],
  ['an admin who expires', { ...anAdmin, expDate: new Date('2027-01-01') }, 'user.notActiveAdmin'],
  ['an operator', { ...anOperator, admin: true }, 'user.operator'],
])('ownershipRefusal returns for %s: %3$s', (_whom, user, expected) => {
  expect(ownershipRefusal({ isPasswordOfOther: false, ...user })).toBe(expected);
});

describe('a change of role, activation or end of access', () => {
  const problems = (before: UserStanding, change: Partial<UserStanding>, facts = {}) => {
    const known = { callerId: 1, hasOtherAdmin: true, now, ...facts };
    const found = standingProblems(before, { ...before, ...change }, known);
    return Object.fromEntries(
      Object.entries(found).map(([field, said]) => [field, said.map((one) => 'key' in one && one.key).join()]),
    );
  };
  const later = new Date('2027-01-01');
  const losses: [keyof UserStanding, Partial<UserStanding>][] = [
    ['active', { active: false }],
    ['admin', { admin: false }],
    ['readOnly', { readOnly: true }],
    ['expDate', { expDate: later }],
  ];

  test.each(losses)('refuses to take access from the owner: %s', (field, change) => {
    expect(problems({ ...anOwner, admin: true }, change)).toEqual({ [field]: 'user.ownerStays' });
  });

  test.each(losses)('refuses to take access from the last admin: %s', (field, change) => {
    expect(problems(anAdmin, change, { hasOtherAdmin: false })).toEqual({ [field]: 'user.lastAdmin' });
    expect(problems(anAdmin, change)).toEqual({});
  });

  test('allows removing an admin who is not permanent, even the last one', () => {
    const facts = { hasOtherAdmin: false };
    expect(problems({ ...anAdmin, readOnly: true }, { active: false }, facts)).toEqual({});
    expect(problems({ ...anAdmin, expDate: later }, { admin: false }, facts)).toEqual({});
  });

  test('must not deactivate the caller or end access in the past', () => {
    expect(problems({ ...member, id: 1 }, { active: false })).toEqual({ active: 'user.notYourself' });
    expect(problems(member, { expDate: now })).toEqual({ expDate: 'user.expDatePast' });
    expect(problems({ ...member, expDate: new Date('2026-01-01') }, { admin: true })).toEqual({});
  });
});

test.each([
  [{}, ['User']],
  [{ admin: true }, ['Admin']],
  [{ isOwner: true, readOnly: false }, ['Admin', 'Owner']],
  [{ readOnly: true }, ['Read only']],
  [{ isOperator: true, admin: true }, ['Super Admin', 'Admin']],
])('lists the roles of %o: %o', (change, expected) => {
  expect(listRoles({ ...member, ...change })).toEqual(expected);
});

test.each([
  ['the email address', { email: 'olivia@portico.example' }, ['email']],
  ['the login', { login: 'olivia' }, ['login']],
  ['a role', { admin: true }, ['admin']],
  ['the right to write', { readOnly: false }, ['readOnly']],
  ['a later end of access', { expDate: new Date('2032-01-01') }, ['expDate']],
  ['no end of access', { expDate: null }, ['expDate']],
  ['activity', { active: true }, ['active']],
])('an operator who acts as a user cannot give a user %s', (_what, change, fields) => {
  const names = { login: 'avery', email: 'avery@acme.example' };
  const before = { ...member, ...names, active: false, readOnly: true, expDate: new Date('2031-01-01') };
  expect(fieldsClosedWhileActing(before, { ...before, ...change })).toEqual(fields);
  expect(fieldsClosedWhileActing({ ...before, ...change }, { ...before, ...change })).toEqual([]);
});

test('an operator who acts as a user may take rights away, but not from admins', () => {
  const before = { ...member, login: 'avery', email: 'avery@acme.example', expDate: null };
  const after = { ...before, readOnly: true, active: false, expDate: new Date('2031-01-01') };
  expect(fieldsClosedWhileActing(before, after)).toEqual([]);
  expect(fieldsClosedWhileActing({ ...before, admin: true }, after)).toEqual([
    'active',
    'admin',
    'readOnly',
    'expDate',
  ]);
});

test.each([
  ['a promotion', {}, { admin: true }, true],
  ['a demotion', { admin: true }, { admin: false }, true],
  ['the deactivation of an admin', { admin: true }, { active: false }, true],
  ['the activation of an admin', { admin: true, active: false }, { active: true }, true],
  ['another name of an admin', { admin: true }, { firstName: 'Jo' }, false],
  ['the deactivation of another user', {}, { active: false }, false],
])('%s changes an admin: %j to %j: %j', (_what, now, change, expected) => {
  const before = { ...member, ...now };
  expect(changesAdmin(before, { ...before, ...change })).toBe(expected);
});
