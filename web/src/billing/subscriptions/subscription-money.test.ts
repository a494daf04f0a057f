import type { SubscriptionEvent } from '@portico/contract';
import { describe, expect, it } from 'vitest';
import { makeSubscription } from '../../test/subscriptions.ts';
import {
  bestSaving,
  cardWarning,
  chooseHeadline,
  followingCharges,
  needsRestoring,
  shownEvents,
} from './subscription-money.ts';

const now = Date.parse('2026-11-22T12:00:00Z');
const unpaid = {
  invoiceId: 'in_1',
  amount: 4793,
  currency: 'usd',
  hostedInvoiceUrl: null,
  dueDate: null,
  failedAt: null,
  nextAttempt: null,
  isLastAttempt: false,
  tries: 1,
  card: null,
};

describe('the headline of a subscription', () => {
  it.each([
    ['charge', {}],
    ['free', { amount: 0 }],
    ['trialEnds', { trial: true, expirationDate: '2026-12-01T00:00:00Z' }],
    ['ends', { cancelAt: '2026-12-01T00:00:00Z', trial: true }],
    ['starts', { startDate: '2026-12-01T00:00:00Z' }],
    ['ended', { status: 4 }],
    ['unpaid', { status: 3, unpaid }],
    ['unpaid', { status: 4, unpaid }],
    ['unpaid', { unpaid: { ...unpaid, dueDate: '2026-11-21T00:00:00Z' } }],
    ['charge', { unpaid: { ...unpaid, dueDate: '2026-12-15T00:00:00Z' } }],
  ] as const)('is %s: %o', (headline, change) => {
    expect(chooseHeadline(makeSubscription(change), now)).toBe(headline);
  });
});

it('the first following charge without a discount is marked', () => {
  const at = (month: string) => `${month}-01T00:00:00Z`;
  const charges = followingCharges({
    created: at('2026-12'),
    recurringCharges: [
      { from: at('2026-12'), until: at('2027-02'), total: 80, discount: 20 },
      { from: at('2027-02'), until: null, total: 100, discount: 0 },
    ],
    following: [
      { created: at('2027-01'), total: 80, amountDue: 60 },
      { created: at('2027-02'), total: 100, amountDue: 100 },
      { created: at('2027-03'), total: 100, amountDue: 100 },
    ],
  });
  expect(charges.map(({ due, credit, discountEnded }) => [due, credit, discountEnded])).toEqual([
    [60, 20, false],
    [100, 0, true],
    [100, 0, false],
  ]);
});

describe("the warning about a card's expiry", () => {
  const charges = ['2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z'];
  it('is not shown while the card is valid for two more months', () => {
    expect(cardWarning({ expMonth: 2, expYear: 2027 }, charges, now)).toBeNull();
  });

  it('is shown with its last day and the first charge that it cannot pay', () => {
    const warning = cardWarning({ expMonth: 12, expYear: 2026 }, charges, now);
    expect(warning).toMatchObject({ hasExpired: false, replaceBefore: charges[1] });
    expect(warning?.lastDay.toISOString()).toBe('2026-12-31T12:00:00.000Z');
  });

  it('says that the card has expired once its month is over', () => {
    expect(cardWarning({ expMonth: 10, expYear: 2026 }, charges, now)).toMatchObject({
      hasExpired: true,
      replaceBefore: charges[0],
    });
  });
});

describe('the saving of another billing interval', () => {
  const option = (nickname: string, yearSavings: number, isCurrent: boolean) => ({
    id: nickname.toLowerCase(),
    nickname,
    interval: 'Month' as const,
    intervalCount: 1,
    amount: 7900,
    amountPerMonth: 7900,
    yearSavings,
    currency: 'usd',
    isCurrent,
  });

  it('is calculated for all units', () => {
    const options = [option('Monthly', 0, true), option('Yearly', 15_800, false)];
    expect(bestSaving(options, 8)).toEqual({ nickname: 'Yearly', amount: 126_400 });
  });

  it('is null if the current interval saves most', () => {
    expect(bestSaving([option('Yearly', 15_800, true), option('Monthly', 0, false)], 8)).toBeNull();
    expect(bestSaving([], 8)).toBeNull();
  });
});

describe('the timeline of a subscription', () => {
  const event = (day: number, isAhead = false): SubscriptionEvent => ({
    kind: 'quantityChanged',
    at: `2026-11-${String(day).padStart(2, '0')}T00:00:00Z`,
    isAhead,
    detail: null,
    amount: null,
  });
  const days = (events: readonly SubscriptionEvent[]) => events.map(({ at }) => Number(at.slice(8, 10)));

  it('shows everything if it fits', () => {
    const events = [1, 2, 3, 4, 5].map((day) => event(day));
    expect(shownEvents(events)).toEqual({ shown: events, hidden: 0 });
  });

  it('shows the start, the newest past events, and future events', () => {
    const events = [...[1, 2, 3, 4, 5, 6].map((day) => event(day)), event(25, true), event(28, true)];
    const { shown, hidden } = shownEvents(events);
    expect(days(shown)).toEqual([1, 4, 5, 6, 25, 28]);
    expect(hidden).toBe(2);
  });

  it('shows as many past events as fit if none is in the future', () => {
    const { shown, hidden } = shownEvents([1, 2, 3, 4, 5, 6, 7, 8].map((day) => event(day)));
    expect(days(shown)).toEqual([1, 4, 5, 6, 7, 8]);
    expect(hidden).toBe(2);
  });
});

it('a change requires restoring a subscription that ends and can be restored', () => {
  const ending = { status: 1, cancelAt: '2026-12-01T00:00:00Z', restoreAllowed: true } as const;
  expect(needsRestoring(ending)).toBe(true);
  expect(needsRestoring({ ...ending, cancelAt: null })).toBe(false);
  expect(needsRestoring({ ...ending, status: 4 })).toBe(false);
  expect(needsRestoring({ ...ending, restoreAllowed: false })).toBe(false);
});
