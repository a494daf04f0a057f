import { expect, test } from 'vitest';
import { auditDetailOf } from './presentation.ts';

const differences = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ place: `products[p${index}].graceDays`, before: 7, after: index }));

test('the audit log keeps the first values of many, and how many there are', () => {
  expect(auditDetailOf(differences(2))).toEqual({
    changes: { 'products[p0].graceDays': ['7', '0'], 'products[p1].graceDays': ['7', '1'] },
  });
  const many = auditDetailOf(differences(73));
  expect(Object.keys(many.changes)).toHaveLength(50);
  expect(many.changedValues).toBe(73);
});
