import { randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TEST_CARDS } from './cards.ts';
import { holdsCardNumber, withoutCardNumbers } from './cards-in-text.ts';

test.each([
  '4111111111111111',
  'card 4111 1111 1111 1111, 12/40',
  'card4111111111111111',
  'no_4111111111111111.',
  '4111-1111-1111-1111',
  '4111.1111.1111.1111',
  '3714 496353 98431',
  '5105105105105100',
  '{"note":"6011000990139424"}',
  '3530111333300000',
  '3852 000002 3237',
  '6205500000000000004',
])('%s holds the number of a card', (text) => {
  expect(holdsCardNumber(text)).toBe(true);
  expect(withoutCardNumbers(text)).not.toMatch(/\d{4}.?\d{4}/);
});

test.each([
  ...TEST_CARDS.map(({ number }) => number),
  '4111111111111112',
  '0.4111111111111111',
  '41111111111111110000000',
  'stripe-node-retry-6d361256-5983-4579-a23c-f01dc3902060',
  'sha256 9f4111111111111111ab41',
  '1767225600000',
  '+49 30 12345678',
])('%s holds none', (text) => {
  expect(holdsCardNumber(text)).toBe(false);
  expect(withoutCardNumbers(text)).toBe(text);
});

test('random identifiers are never taken for one', () => {
  for (let index = 0; index < 50_000; index += 1) {
    const id = `${randomUUID()} ${randomBytes(32).toString('hex')} pi_${randomBytes(18).toString('base64url')}`;
    if (holdsCardNumber(id)) throw new Error(id);
  }
});

test('in a path it is seen through escapes, and broken escapes do not matter', () => {
  expect(withoutCardNumbers('/v1/customers/4111%201111%201111%201111')).toBe('/v1/customers/[card number]');
  fc.assert(fc.property(fc.string(), (text) => typeof withoutCardNumbers(`%${text}`) === 'string'));
});
