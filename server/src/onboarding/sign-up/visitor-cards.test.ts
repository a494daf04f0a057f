import { beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { NotFoundError, UnavailableError } from '../../core/http/app-error.ts';
import { CardError } from '../../core/stripe/index.ts';
import { checkCard } from './visitor-cards.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  database = await createTestDatabase();
});

const holder = { name: 'Stone Hotels', email: 'avery@stone.example' };
const formOf = (byte: number) => Buffer.alloc(32, byte);

/** Real cards, as Stripe has them in live mode: every one of them is the same piece of plastic. */
function realCards(more: object = {}) {
  const cards = {
    retrieve: async (id: string) => ({ id, customer: null, livemode: true, card: { fingerprint: 'same' } }),
    isSaved: async () => true,
    validate: async () => {},
    ...more,
  };
  return { database, gateway: { cards } } as unknown as Parameters<typeof checkCard>[0];
}

const check = (context: ReturnType<typeof realCards>, id: string, form: Buffer) =>
  checkCard(context, { paymentMethodId: id, cardToken: undefined }, holder, form);

test('rejects one real card after ten forms in an hour, and keeps counting by the card alone', async () => {
  for (let tried = 0; tried < 10; tried += 1)
    expect(await check(realCards(), `pm_${tried}`, formOf(tried))).toBe(`pm_${tried}`);
  await expect(check(realCards(), 'pm_10', formOf(10))).rejects.toMatchObject({
    code: 'CardError',
    said: { key: 'signUp.cardTried' },
  });
  const other = realCards({
    retrieve: async (id: string) => ({ id, customer: null, livemode: true, card: { fingerprint: 'other' } }),
  });
  expect(await check(other, 'pm_11', formOf(11))).toBe('pm_11');
  const test = realCards({
    retrieve: async (id: string) => ({ id, customer: null, livemode: false, card: { fingerprint: 'same' } }),
  });
  expect(await check(test, 'pm_12', formOf(12))).toBe('pm_12');
});

test('keeps the same form from being judged twice, and the card from another form', async () => {
  const nobodyAsks = { retrieve: () => Promise.reject(new NotFoundError()) };
  await expect(check(realCards(nobodyAsks), 'pm_same', formOf(1))).rejects.toThrow(CardError);
  const test = realCards({
    retrieve: async (id: string) => ({ id, customer: null, livemode: false, card: { fingerprint: 'same' } }),
  });
  expect(await check(test, 'pm_same', formOf(1))).toBe('pm_same');
  expect(await check(realCards(nobodyAsks), 'pm_same', formOf(1))).toBe('pm_same');
  await expect(check(test, 'pm_same', formOf(2))).rejects.toMatchObject({ said: { key: 'signUp.cardRefused' } });
});

test('rejects nothing as the card’s fault while Stripe does not answer', async () => {
  const silent = realCards({
    retrieve: () => Promise.reject(new UnavailableError('problem.providerUnavailable')),
  });
  await expect(check(silent, 'pm_silent', formOf(3))).rejects.toThrow(UnavailableError);
});

test('returns nothing for a form without a card', async () => {
  const form = { paymentMethodId: undefined, cardToken: undefined };
  expect(await checkCard(realCards(), form, holder, formOf(4))).toBeUndefined();
});
