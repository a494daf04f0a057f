import { randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computingTime } from '../test/cpu.ts';
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
  '4111,1111,1111,1111',
  '4111, 1111, 1111, 1111',
  '4111 1111-1111.1111',
  '12 34 4111 1111 1111 1111 12/40',
  '4111\u00a01111\u20091111\u20131111',
  '4111\u200b1111\u200b1111\u200b1111',
  '4\u200d1\u20601\ufeff1\u00ad1111\ufe0f11111111',
  '４１１１１１１１１１１１１１１１',
  '４１１１，１１１１，１１１１，１１１１',
  '𝟒𝟏𝟏𝟏 𝟏𝟏𝟏𝟏 𝟏𝟏𝟏𝟏 𝟏𝟏𝟏𝟏',
  '4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1',
  '41-11-11-11-11-11-11-11',
  '4111/1111/1111/1111',
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
  '2026-11-20 13:55:21.123456',
  '40.712776,-74.005974',
  '4321.123456789012',
  '4242，4242，4242，4242',
  'aa4111-1111-1111-1111-111111111111',
  '3, 7, 1, 4, 4, 9, 6, 3, 5, 3, 9, 8, 4, 3, 1, 1, 1, 1, 1, 1, 1',
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

test('the time it takes grows with the length alone, and is short', () => {
  const texts = [
    '1234 ',
    '4242 ',
    'a1',
    '4.',
    '4242424242424243 ',
    '4 2 ',
    '４２４２ ',
    '\ufdfa',
    'a4242424242424242',
    '4242, 4242 - ',
  ];
  for (const text of texts) {
    const time = (length: number) => {
      const long = text.repeat(length / text.length);
      let least = Infinity;
      for (let tries = 0; tries < 3; tries += 1) {
        const taken = computingTime(() => {
          if (holdsCardNumber(long)) throw new Error(text);
        });
        least = Math.min(least, taken);
      }
      return least;
    };
    const [short, long] = [time(32_000), time(256_000)];
    expect([text, long < 150]).toEqual([text, true]);
    expect([text, long / Math.max(short, 1) < 40]).toEqual([text, true]);
  }
});
