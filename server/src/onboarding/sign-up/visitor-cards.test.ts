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
const formHash = (byte: number) => Buffer.alloc(32, byte);

/** Real cards, as Stripe has them in live mode: all are the same physical card. */
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

test('rejects a real card after ten forms in an hour, counted by the card alone', async () => {
  for (let tried = 0; tried < 10; tried += 1)
    expect(await check(realCards(), `pm_${tried}`, formHash(tried))).toBe(`pm_${tried}`);
  await expect(check(realCards(), 'pm_10', formHash(10))).rejects.toMatchObject({
    code: 'CardError',
    said: { key: 'signUp.cardTried' },
  });
  const other = realCards({
    retrieve: async (id: string) => ({ id, customer: null, livemode: true, card: { fingerprint: 'other' } }),
  });
  expect(await check(other, 'pm_11', formHash(11))).toBe('pm_11');
  const test = realCards({
    retrieve: async (id: string) => ({ id, customer: null, livemode: false, card: { fingerprint: 'same' } }),
  });
  expect(await check(test, 'pm_12', formHash(12))).toBe('pm_12');
});

test('checks the same form once, and refuses its card to another form', async () => {
  const nobodyAsks = { retrieve: () => Promise.reject(new NotFoundError()) };
  await expect(check(realCards(nobodyAsks), 'pm_same', formHash(1))).rejects.toThrow(CardError);
  const test = realCards({
    retrieve: async (id: string) => ({ id, customer: null, livemode: false, card: { fingerprint: 'same' } }),
  });
  expect(await check(test, 'pm_same', formHash(1))).toBe('pm_same');
  expect(await check(realCards(nobodyAsks), 'pm_same', formHash(1))).toBe('pm_same');
  await expect(check(test, 'pm_same', formHash(2))).rejects.toMatchObject({ said: { key: 'signUp.cardRefused' } });
});

test('does not blame the card while Stripe does not answer', async () => {
  const silent = realCards({
    retrieve: () => Promise.reject(new UnavailableError('problem.providerUnavailable')),
  });
  await expect(check(silent, 'pm_silent', formHash(3))).rejects.toThrow(UnavailableError);
});

test('returns nothing for a form without a card', async () => {
  const form = { paymentMethodId: undefined, cardToken: undefined };
  expect(await checkCard(realCards(), form, holder, formHash(4))).toBeUndefined();
});
