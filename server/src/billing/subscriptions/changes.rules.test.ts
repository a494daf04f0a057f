import { describe, expect, test } from 'vitest';
import { type ChangeFacts, findStateChanges, type HeldState } from './changes.rules.ts';
import { listEventFacts } from './events.rules.ts';
import { endReason } from './subscriptions.rules.ts';

const day = (number: number) => new Date(Date.UTC(2026, 10, number));
const item = (kind: 'base' | 'addon', id: string) => ({
  kind,
  priceId: id,
  caption: id,
  quantity: 1,
  unitAmount: 100,
  stripeItemId: `si_${id}`,
  stripePriceId: `price_${id}`,
});
const state = (changes: Partial<HeldState> = {}): HeldState => ({
  planId: 'team',
  quantity: 3,
  interval: 'Month',
  intervalCount: 1,
  items: [item('base', 'team-monthly')],
  discounts: [],
  status: 'active',
  cancelAt: null,
  trial: false,
  amount: 300,
  ...changes,
});
const alerts = { addon: { id: 'alerts' } } as never;
const facts: ChangeFacts = {
  sold: new Map([
    ['price_alerts-monthly', alerts],
    ['price_alerts-yearly', alerts],
  ]),
  canceledAt: day(20),
};
const discount = {
  id: 'di_1',
  couponId: 'co_1',
  promotionCodeId: null,
  start: day(1).toISOString(),
  end: day(30).toISOString(),
};

describe('the state changes of a subscription', () => {
  test('are empty between equal states, and for a new subscription without a coupon', () => {
    expect(findStateChanges(state(), state(), facts)).toEqual([]);
    expect(findStateChanges(undefined, state(), facts)).toEqual([]);
  });

  test.each([
    ['its plan', state({ planId: 'business' }), { kind: 'planChanged', detail: { from: 'team', to: 'business' } }],
    ['its quantity', state({ quantity: 8 }), { kind: 'quantityChanged', detail: { from: 3, to: 8 } }],
    [
      'its interval',
      state({ interval: 'Year' }),
      {
        kind: 'intervalChanged',
        detail: { from: { interval: 'Month', count: 1 }, to: { interval: 'Year', count: 1 } },
      },
    ],
    [
      'an add-on',
      state({ items: [item('base', 'team-monthly'), item('addon', 'alerts-monthly')] }),
      { kind: 'addonAdded', detail: { stripePriceId: 'price_alerts-monthly', caption: 'alerts-monthly', quantity: 1 } },
    ],
    [
      'a coupon, with its start',
      state({ discounts: [discount] }),
      { kind: 'discountStarted', at: day(1), detail: { id: 'di_1', couponId: 'co_1', end: discount.end } },
    ],
    [
      'its end, with the time of the cancellation',
      state({ cancelAt: day(30) }),
      { kind: 'canceled', at: day(20), detail: { endsAt: day(30).toISOString() } },
    ],
  ])('contain %s', (_, after, expected) => {
    expect(findStateChanges(state(), after, facts)).toEqual([{ at: null, ...expected }]);
  });

  test('contain a removed add-on, a removed discount and a removed cancellation', () => {
    const before = state({
      items: [item('base', 'team-monthly'), item('addon', 'alerts-monthly')],
      discounts: [discount],
      cancelAt: day(30),
    });
    expect(findStateChanges(before, state(), facts).map(({ kind }) => kind)).toEqual([
      'addonRemoved',
      'discountEnded',
      'restored',
    ]);
  });

  test('do not contain an add-on with the price of another interval', () => {
    const monthly = state({ items: [item('addon', 'alerts-monthly')] });
    const yearly = state({ items: [item('addon', 'alerts-yearly')], interval: 'Year' });
    expect(findStateChanges(monthly, yearly, facts).map(({ kind }) => kind)).toEqual(['intervalChanged']);
  });

  test('contain no cancellation if a trial ends by itself or the subscription has ended', () => {
    const trial = { trial: true, amount: 0, status: 'trialing' };
    expect(findStateChanges(state({ ...trial }), state({ ...trial, cancelAt: day(30) }), facts)).toEqual([]);
    expect(findStateChanges(state(), state({ status: 'canceled', cancelAt: day(30) }), facts)).toEqual([]);
    // The purchase that ends the trial is paid before it removes the trial's end.
    const ending = state({ ...trial, cancelAt: day(30) });
    expect(findStateChanges(ending, state({ cancelAt: day(30) }), facts)).toEqual([]);
  });
});

describe('the end reason of a subscription', () => {
  const row = (changes = {}) => ({ status: 'canceled', trial: false, unpaidSince: null, endedAt: day(10), ...changes });
  const none = { reason: null, trialEnd: null };

  test.each([
    ['is null before the end', row({ status: 'active' }), none, null],
    ['is nonpayment according to Stripe', row(), { ...none, reason: 'payment_failed' }, 'unpaid'],
    ['is nonpayment if a payment was due and Stripe has no reason', row({ unpaidSince: day(1) }), none, 'unpaid'],
    [
      'is a cancellation, though something is unpaid',
      row({ unpaidSince: day(1) }),
      { ...none, reason: 'cancellation_requested' },
      'canceled',
    ],
    ['is a cancellation', row(), none, 'canceled'],
    ['is the end of a trial', row({ trial: true }), { ...none, reason: 'cancellation_requested' }, 'trialEnded'],
    ['is the end of a trial without a card', row(), { reason: 'payment_failed', trialEnd: day(10) }, 'trialEnded'],
    ['is a cancellation after a trial', row(), { reason: 'cancellation_requested', trialEnd: day(5) }, 'canceled'],
  ] as const)('%s', (_, given, mirrored, expected) => {
    expect(endReason(given, mirrored)).toBe(expected);
  });
});

describe('the events of a subscription', () => {
  const row = (changes = {}) => ({
    status: 'active',
    trial: false,
    amount: 300,
    startedAt: day(1),
    endedAt: null,
    expiresAt: day(28),
    cancelAt: null,
    discounts: [],
    ...changes,
  });
  const known = (changes = {}) => ({
    row: row(),
    trial: { trialStart: null, trialEnd: null },
    changes: [],
    scheduled: [],
    payments: [],
    nextAmount: 330,
    now: day(22),
    ...changes,
  });
  const told = (given: Parameters<typeof listEventFacts>[0]) =>
    listEventFacts(given).map(({ kind, at, isAhead, amount }) => [kind, at.getUTCDate(), isAhead, amount]);
  const started = ['started', 1, false, null];

  test('include the next renewal with its amount', () => {
    expect(told(known())).toEqual([started, ['renews', 28, true, 330]]);
  });

  test('include the end of a canceled subscription, without an amount', () => {
    expect(told(known({ row: row({ cancelAt: day(28) }) }))).toEqual([started, ['ends', 28, true, null]]);
  });

  test('include the end of a trial, with the amount if it continues', () => {
    const trial = { trialStart: day(1), trialEnd: day(28) };
    const going = row({ status: 'trialing', trial: true });
    expect(told(known({ row: going, trial }))).toEqual([
      ['trialStarted', 1, false, null],
      ['trialEnds', 28, true, 330],
    ]);
    const ending = row({ status: 'trialing', trial: true, amount: 0, cancelAt: day(28) });
    expect(told(known({ row: ending, trial }))).toEqual([
      ['trialStarted', 1, false, null],
      ['trialEnds', 28, true, null],
    ]);
  });

  test('include two starts of a trial that became a subscription', () => {
    expect(told(known({ trial: { trialStart: day(1), trialEnd: day(15) } })).slice(0, 2)).toEqual([
      ['trialStarted', 1, false, null],
      ['started', 15, false, null],
    ]);
  });

  test('include the start and the end of a coupon; the end is expected while the coupon is current, and past once it is gone', () => {
    const detail = { id: 'di_1', couponId: 'co_1', end: day(25).toISOString() };
    const began = { kind: 'discountStarted', at: day(2), detail };
    expect(
      told(known({ row: row({ discounts: [{ ...discount, end: day(25).toISOString() }] }), changes: [began] })),
    ).toEqual([
      started,
      ['discountStarted', 2, false, null],
      ['discountEnds', 25, true, null],
      ['renews', 28, true, 330],
    ]);
    const ended = { kind: 'discountEnded', at: day(20), detail };
    expect(told(known({ changes: [began, ended] }))).toEqual([
      started,
      ['discountStarted', 2, false, null],
      ['discountEnds', 20, false, null],
      ['renews', 28, true, 330],
    ]);
  });

  test('are limited to the newest fifty', () => {
    const changes = Array.from({ length: 80 }, (_, index) => ({
      kind: 'quantityChanged' as const,
      at: new Date(day(2).getTime() + index * 1_000),
      detail: { from: index, to: index + 1 },
    }));
    const events = listEventFacts(known({ changes }));
    expect(events).toHaveLength(50);
    expect(events.at(-1)?.kind).toBe('renews');
  });
});
