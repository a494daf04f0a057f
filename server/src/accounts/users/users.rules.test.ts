import { listRoles } from '@portico/contract';
import { describe, expect, test } from 'vitest';
import {
  mayChange,
  refusalOfGrants,
  refusalOfOwnership,
  refusalOfStanding,
  refusalOfWaysIn,
  type Standing,
  standingProblems,
} from './users.rules.ts';

const admin = { id: 1, isOwner: false, isOperator: false };
const owner = { id: 5, isOwner: true, isOperator: false };
const operator = { id: 2, isOwner: false, isOperator: true };
const now = new Date('2026-11-23T12:00:00Z');

const member: Standing = {
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
])('returns for %s with %o and %s with %o: %s', (_who, asker, _whom, user, expected) => {
  expect(mayChange(asker, user)).toBe(expected);
});

describe('who may change what of whom', () => {
  test.each([
    ['standing', refusalOfStanding, { member: null, admin: null, owner: 'user.ownerOnly', operator: 'user.operator' }],
    [
      'grants',
      refusalOfGrants,
      { member: null, admin: 'user.adminHasAll', owner: 'user.adminHasAll', operator: 'user.operator' },
    ],
    ['ways in', refusalOfWaysIn, { member: null, admin: null, owner: 'user.ownerOnly', operator: 'user.operator' }],
  ] as const)('returns for an admin and the %s', (_what, refusalOf, expected) => {
    expect({
      member: refusalOf(admin, member),
      admin: refusalOf(admin, anAdmin),
      owner: refusalOf(admin, anOwner),
      operator: refusalOf(admin, anOperator),
    }).toEqual(expected);
  });

  test('refuses an operator the standing of another operator, and everybody their own ways in', () => {
    expect(refusalOfStanding(operator, anOperator)).toBe('user.operator');
    expect(refusalOfWaysIn(owner, { ...anOwner, id: owner.id })).toBe('user.ownWaysIn');
    expect(refusalOfWaysIn(admin, { ...anAdmin, id: admin.id })).toBe('user.ownWaysIn');
  });
});

test.each([
  ['an active admin', anAdmin, null],
  ['the owner', anOwner, 'user.alreadyOwner'],
  ['a user', member, 'user.notActiveAdmin'],
  ['an inactive admin', { ...anAdmin, active: false }, 'user.notActiveAdmin'],
  ['a read-only admin', { ...anAdmin, readOnly: true }, 'user.notActiveAdmin'],
  ['an admin who expires', { ...anAdmin, expDate: new Date('2027-01-01') }, 'user.notActiveAdmin'],
  ['an operator', { ...anOperator, admin: true }, 'user.operator'],
])('returns for the transfer of the ownership to %s: %3$s', (_whom, user, expected) => {
  expect(refusalOfOwnership(user)).toBe(expected);
});

describe('a change of standing', () => {
  const problems = (before: Standing, change: Partial<Standing>, facts = {}) => {
    const known = { askerId: 1, hasOtherAdmin: true, now, ...facts };
    const found = standingProblems(before, { ...before, ...change }, known);
    return Object.fromEntries(
      Object.entries(found).map(([field, said]) => [field, said.map((one) => 'key' in one && one.key).join()]),
    );
  };
  const later = new Date('2027-01-01');
  const losses: [keyof Standing, Partial<Standing>][] = [
    ['active', { active: false }],
    ['admin', { admin: false }],
    ['readOnly', { readOnly: true }],
    ['expDate', { expDate: later }],
  ];

  test.each(losses)('keeps the owner as they are: %s', (field, change) => {
    expect(problems({ ...anOwner, admin: true }, change)).toEqual({ [field]: 'user.ownerStays' });
  });

  test.each(losses)('keeps the last admin as they are: %s', (field, change) => {
    expect(problems(anAdmin, change, { hasOtherAdmin: false })).toEqual({ [field]: 'user.lastAdmin' });
    expect(problems(anAdmin, change)).toEqual({});
  });

  test('lets an admin go who is none without limits, even as the last', () => {
    const facts = { hasOtherAdmin: false };
    expect(problems({ ...anAdmin, readOnly: true }, { active: false }, facts)).toEqual({});
    expect(problems({ ...anAdmin, expDate: later }, { admin: false }, facts)).toEqual({});
  });

  test('refuses to deactivate oneself, and an end of access that is past', () => {
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
])('names the roles of %o: %o', (change, expected) => {
  expect(listRoles({ ...member, ...change })).toEqual(expected);
});
