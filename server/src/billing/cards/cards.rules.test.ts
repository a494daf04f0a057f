import { expect, test } from 'vitest';
import { cardExpiry } from './cards.rules.ts';

test('a card expires at the end of its month', () => {
  expect(cardExpiry({ expYear: 2026, expMonth: 12 })).toEqual(new Date('2027-01-01T00:00:00Z'));
});
