import { describe, expect, test } from 'vitest';
import { findRenewalsOfCard, isLastAttemptSoon, listExpiringMonths } from './notices.rules.ts';

const now = new Date('2026-11-20T12:00:00Z');
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000);

describe('a notice of the last try', () => {
  test.each([
    ['two days before it', 3, 48, true],
    ['an hour before it', 3, 1, true],
    ['earlier', 3, 49, false],
    ['if another try follows', 2, 1, false],
    ['after the try', 3, -1, false],
  ])('is due: %s', (_, tries, hours, expected) => {
    expect(isLastAttemptSoon({ tries, nextAttempt: inHours(hours) }, 3, now)).toBe(expected);
  });

  test('is not due if no further attempt follows', () => {
    expect(isLastAttemptSoon({ tries: 4, nextAttempt: null }, 3, now)).toBe(false);
  });
});

describe('expiring cards', () => {
  test.each([
    ['2026-11-20T12:00:00Z', [{ year: 2026, month: 11 }]],
    ['2026-11-30T12:00:00Z', [{ year: 2026, month: 11 }]],
    ['2026-12-01T12:00:00Z', [{ year: 2026, month: 12 }]],
    // The end of February is within 31 days.
    [
      '2027-01-30T12:00:00Z',
      [
        { year: 2027, month: 1 },
        { year: 2027, month: 2 },
      ],
    ],
  ])('are those whose month ends within 31 days of %s', (moment, months) => {
    expect(listExpiringMonths(new Date(moment))).toEqual(months);
  });

  test('pay for renewals that name the card, and for renewals without a card if it is the default card', () => {
    const use = (subscriptionId: number, paymentMethodId: string | null, renewsByCard = true) => ({
      subscriptionId,
      productId: 'cloud',
      paymentMethodId,
      expiresAt: null,
      renewsByCard,
    });
    const uses = [use(1, 'pm_1'), use(2, null), use(3, 'pm_2'), use(4, 'pm_1', false)];
    const ids = (cardId: string, defaultId: string | null) =>
      findRenewalsOfCard(uses, cardId, defaultId).map(({ subscriptionId }) => subscriptionId);
    expect(ids('pm_1', 'pm_1')).toEqual([1, 2]);
    expect(ids('pm_1', 'pm_2')).toEqual([1]);
    expect(ids('pm_3', null)).toEqual([]);
  });
});
