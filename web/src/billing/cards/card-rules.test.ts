import type { Preloaded } from '@portico/contract';
import { describe, expect, it } from 'vitest';
import type { SavedCard } from './api/list-cards.ts';
import { formatExpiry, isExpired, mayAddCards, mayManageCards, newCard, selectedCard } from './card-rules.ts';

const november = new Date(2026, 10, 30, 23, 59);

const card = (stripeId: string, expYear = 2030, expMonth = 12, isDefault = false): SavedCard => ({
  stripeId,
  card: { brand: 'visa', last4: '4242', expMonth, expYear, isDefault },
  billingDetails: { name: null, email: null },
  funding: null,
  inUse: false,
  declinedAt: null,
});

describe('a card’s expiry', () => {
  it.each([
    [2025, 12, true],
    [2026, 10, true],
    [2026, 11, false],
    [2026, 12, false],
    [2027, 1, false],
  ])('%i-%i in November 2026: expired %s', (expYear, expMonth, expired) => {
    expect(isExpired({ expYear, expMonth }, november)).toBe(expired);
  });

  it('returns the month with two digits', () => {
    expect(formatExpiry({ expYear: 2027, expMonth: 8 })).toBe('08/2027');
  });
});

describe('the selected card', () => {
  it('is the first card if none was selected', () => {
    expect(selectedCard([card('a'), card('b')], null, true, november)).toBe('a');
  });

  it('is a declined card only if there is no other, or if it was chosen', () => {
    const declined = { ...card('a'), declinedAt: '2026-11-26T10:00:00Z' };
    expect(selectedCard([declined, card('b')], null, true, november)).toBe('b');
    expect(selectedCard([declined, card('b')], 'a', true, november)).toBe('a');
    expect(selectedCard([declined], null, true, november)).toBe('a');
  });

  it('is not an expired card', () => {
    expect(selectedCard([card('a', 2026, 10), card('b')], null, true, november)).toBe('b');
    expect(selectedCard([card('a', 2026, 10), card('b')], 'a', true, november)).toBe('b');
  });

  it('stays the same, or is the first card if the selected one no longer exists', () => {
    expect(selectedCard([card('a'), card('b')], 'b', true, november)).toBe('b');
    expect(selectedCard([card('a')], 'b', true, november)).toBe('a');
  });

  it('is a new card if requested, or if no saved one can be charged', () => {
    expect(selectedCard([card('a')], newCard, true, november)).toBe(newCard);
    expect(selectedCard([], null, true, november)).toBe(newCard);
    expect(selectedCard([card('a', 2020)], null, true, november)).toBe(newCard);
  });

  it('is never a new card if none may be added', () => {
    expect(selectedCard([card('a')], newCard, false, november)).toBe('a');
    expect(selectedCard([], null, false, november)).toBeNull();
  });
});

describe('the right to change cards', () => {
  const viewer = (
    change: Partial<Preloaded> & { readOnly?: boolean } = {},
  ): Pick<Preloaded, 'user' | 'features' | 'actingAs'> => ({
    user: { readOnly: change.readOnly ?? false } as Preloaded['user'],
    features: ['customerAdmin', 'billing'],
    actingAs: null,
    ...change,
  });

  it('allows a user with both features to manage cards', () => {
    expect(mayAddCards(viewer())).toBe(true);
    expect(mayManageCards(viewer())).toBe(true);
  });

  it('allows adding cards, but not managing them, without customerAdmin', () => {
    expect(mayAddCards(viewer({ features: ['billing'] }))).toBe(true);
    expect(mayManageCards(viewer({ features: ['billing'] }))).toBe(false);
  });

  it.each([
    ['a read-only user', viewer({ readOnly: true })],
    [
      'an operator acting as the user',
      viewer({ actingAs: { operatorName: 'Op', text: '', until: '2026-11-20T00:00:00Z', secondsLeft: 3_000 } }),
    ],
    ['a user without billing', viewer({ features: ['customerAdmin'] })],
    ['a visitor', viewer({ user: null })],
  ])('is denied to %s', (_, data) => {
    expect(mayAddCards(data)).toBe(false);
    expect(mayManageCards(data)).toBe(false);
  });
});
