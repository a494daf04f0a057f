import type { ClaimMapping } from '@portico/contract';
import { describe, expect, test } from 'vitest';
import { applyMappings, claimValues, mappedProducts, mappedRole } from './mappings.ts';

const row = (value: string, role: ClaimMapping['role'], products: string[] = [], claim = 'groups'): ClaimMapping => ({
  claim,
  value,
  role,
  products,
});

describe('the values of a claim (SSO-47)', () => {
  test.each([
    ['a text', { groups: 'admins' }, 'groups', ['admins']],
    ['a list', { groups: ['a', 7, true, null, { b: 1 }] }, 'groups', ['a', '7', 'true']],
    ['a nested claim', { realm_access: { roles: ['a'] } }, 'realm_access.roles', ['a']],
    ['a name with dots', { 'https://acme.example/roles': ['a'] }, 'https://acme.example/roles', ['a']],
    ['a name with dots rather than a nested claim', { 'a.b': 'one', a: { b: 'other' } }, 'a.b', ['one']],
    ['none', { groups: { a: 1 } }, 'groups', []],
    ['no property that every object has', {}, 'constructor.name', []],
    ['no property that every object inherits', {}, '__proto__', []],
  ])('returns %s', (_, claims, name, values) => {
    expect(claimValues(claims, name)).toEqual(values);
  });
});

describe('mappings (SSO-48)', () => {
  const mappings = [
    row('admins', 'admin'),
    row('auditors', 'readOnly'),
    row('engineers', null, ['scan']),
    row('all', null, ['scan', 'cloud']),
    row('Lead', 'admin', [], 'roles'),
  ];
  const after = (claims: Record<string, unknown>) => applyMappings(mappings, claims);

  test('apply only to exactly equal values', () => {
    expect(after({ groups: ['admins', 'ADMINS ', 'engineers'] }).applied).toEqual([0, 2]);
    expect(after({ groups: 'Admins', roles: 'Lead' }).applied).toEqual([4]);
    expect(after({}).applied).toEqual([]);
  });

  test.each([
    ['an admin of two groups', ['auditors', 'admins'], 'user', 'admin'],
    ['a read-only user', ['auditors'], 'user', 'readOnly'],
    ['an admin who left the group', [], 'admin', 'user'],
    ['a user of one who left the read-only group', [], 'readOnly', 'user'],
    ['a user', [], 'user', 'user'],
  ] as const)('make %s', (_, groups, before, role) => {
    expect(mappedRole(mappings, after({ groups }), before)).toBe(role);
  });

  test('keep a role that no row mentions', () => {
    const rows = [row('admins', 'admin')];
    expect(mappedRole(rows, applyMappings(rows, {}), 'readOnly')).toBe('readOnly');
    expect(mappedRole([], applyMappings([], {}), 'admin')).toBe('admin');
  });

  test('combine products, and keep those that no row mentions', () => {
    expect(mappedProducts(mappings, after({ groups: ['engineers', 'all'] }), [])).toEqual(['cloud', 'scan']);
    expect(mappedProducts(mappings, after({ groups: ['engineers'] }), ['desktop', 'cloud'])).toEqual([
      'desktop',
      'scan',
    ]);
    expect(mappedProducts(mappings, after({}), ['desktop', 'cloud'])).toEqual(['desktop']);
  });
});
