import { describe, expect, test } from 'vitest';
import { changesBetween } from './changes.ts';

describe('changesBetween', () => {
  const before = {
    firstName: 'Ada',
    phone: '',
    active: true,
    expiresAt: null as Date | null,
    productIds: [3, 20, 1],
    features: ['billing', 'customerAdmin'],
    comments: 'x'.repeat(500),
  };
  const fields = ['firstName', 'phone', 'active', 'expiresAt', 'productIds', 'features', 'comments'] as const;

  test('returns each changed field with both values, and no other field', () => {
    const after = { ...before, firstName: 'Grace', active: false };
    expect(changesBetween(before, after, fields)).toEqual({ firstName: ['Ada', 'Grace'], active: [true, false] });
    expect(changesBetween(before, { ...before }, fields)).toEqual({});
  });

  test('ignores fields that were not requested or that the change does not contain', () => {
    expect(changesBetween(before, { firstName: 'Grace', phone: '1' }, ['phone', 'active'])).toEqual({
      phone: ['', '1'],
    });
  });

  test('converts times to UTC', () => {
    const expiresAt = new Date('2027-01-31T23:00:00-05:00');
    expect(changesBetween(before, { expiresAt }, fields)).toEqual({ expiresAt: [null, '2027-02-01T04:00:00.000Z'] });
    expect(changesBetween({ expiresAt }, { expiresAt: new Date(expiresAt) }, ['expiresAt'])).toEqual({});
  });

  test('compares lists regardless of their order', () => {
    expect(changesBetween(before, { productIds: [20, 3, 1], features: ['customerAdmin', 'billing'] }, fields)).toEqual(
      {},
    );
    expect(changesBetween(before, { productIds: [20, 1, 100] }, fields)).toEqual({
      productIds: [
        [1, 3, 20],
        [1, 20, 100],
      ],
    });
  });

  test('shortens long texts, even if they differ only after the limit', () => {
    const { comments } = changesBetween(before, { comments: `${'x'.repeat(500)}y` }, fields);
    expect(comments).toEqual([`${'x'.repeat(199)}…`, `${'x'.repeat(199)}…`]);
  });

  test.each(['password', 'passwordHash', 'clientSecret', 'token', 'recoveryCode'])('refuses the field %s', (field) => {
    expect(() => changesBetween({ [field]: 'a' }, { [field]: 'b' }, [field])).toThrow(TypeError);
  });
});
