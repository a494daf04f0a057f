import type { Subscription } from '@portico/contract';
import { describe, expect, it } from 'vitest';
import { daysLeft, expirationTone, nextMoment, nextStep, startsLater, statusTone } from './subscription-rules.ts';

const now = Date.parse('2026-11-20T12:00:00Z');

describe('the days left of a subscription', () => {
  it.each([
    ['2026-12-20T12:00:00Z', 30],
    ['2026-11-21T11:00:00Z', 1],
    ['2026-11-21T12:00:01Z', 2],
    ['2026-11-20T12:00:00Z', 0],
    ['2026-11-18T00:00:00Z', -2],
  ])('until %s: %i', (date, days) => {
    expect(daysLeft(date, now)).toBe(days);
  });

  it.each([
    [30, 'accent'],
    [4, 'accent'],
    [3, 'warning'],
    [2, 'warning'],
    [1, 'bad'],
    [0, 'bad'],
    [-5, 'bad'],
  ])('the color of %i days is %s', (days, tone) => {
    expect(expirationTone(days)).toBe(tone);
  });
});

type Stated = Pick<Subscription, 'amount' | 'status' | 'trial' | 'cancelAt' | 'startDate' | 'expirationDate'>;
const subscription = (change: Partial<Stated> = {}): Stated => ({
  amount: 3_000,
  status: 1,
  trial: false,
  cancelAt: null,
  startDate: '2026-10-01T00:00:00Z',
  expirationDate: '2026-12-01T00:00:00Z',
  ...change,
});

describe('a subscription’s status', () => {
  it.each([
    ['active', {}, 'ok'],
    ['a trial', { trial: true }, 'accent'],
    ['ending', { cancelAt: '2026-12-01T00:00:00Z' }, 'warning'],
    ['waiting for its first payment', { status: 2 }, 'warning'],
    ['past due', { status: 3 }, 'bad'],
    ['past due and ending', { status: 3, cancelAt: '2026-12-01T00:00:00Z' }, 'bad'],
    ['ended', { status: 4, cancelAt: '2026-11-01T00:00:00Z' }, 'neutral'],
  ] as const)('%s', (_, change, tone) => {
    expect(statusTone(subscription(change))).toBe(tone);
  });

  it('starts later only while its start is in the future', () => {
    expect(startsLater(subscription({ startDate: '2026-11-21T00:00:00Z' }), now)).toBe(true);
    expect(startsLater(subscription(), now)).toBe(false);
  });

  it.each([
    ['renews', {}, '2026-12-01T00:00:00Z'],
    ['trialEnds', { trial: true }, '2026-12-01T00:00:00Z'],
    ['ends', { cancelAt: '2026-11-30T00:00:00Z', trial: true }, '2026-11-30T00:00:00Z'],
    ['starts', { startDate: '2026-11-25T00:00:00Z' }, '2026-11-25T00:00:00Z'],
    ['expired', { status: 3, expirationDate: '2026-11-19T00:00:00Z' }, '2026-11-19T00:00:00Z'],
    ['ended', { status: 4, expirationDate: '2026-11-10T00:00:00Z' }, '2026-11-10T00:00:00Z'],
    [null, { expirationDate: null }, null],
    [null, { amount: 0 }, null],
    ['trialEnds', { amount: 0, trial: true }, '2026-12-01T00:00:00Z'],
  ] as const)('has the next step %s', (step, change, moment) => {
    expect(nextStep(subscription(change), now)).toBe(step);
    expect(nextMoment(subscription(change), now)).toBe(moment);
  });
});
