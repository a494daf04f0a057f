import { describe, expect, test } from 'vitest';
import { hashSecret } from '../../core/secrets.ts';
import { overlapEnd, tokenEnd, tokenLastDay, tokenState } from './product-tokens.rules.ts';
import { createTokenText, tokenPrefix } from './token-text.ts';

const now = new Date('2026-11-22T16:00:00Z');
const working = { disabledAt: null, expiresAt: null, overlapEndsAt: null };

describe('a token’s text (TOK-2)', () => {
  test('has its type, and 32 letters and digits with equal probability', () => {
    const counts = new Map<string, number>();
    const drawn = 2_000;
    for (let draw = 0; draw < drawn; draw += 1) {
      const token = createTokenText('Public');
      expect(token).toMatch(/^ptp_[0-9A-Za-z]{32}$/);
      for (const letter of token.slice(4)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    }
    expect(createTokenText('Secret')).toMatch(/^pts_/);
    expect(counts.size).toBe(62);
    // 64,000 letters: 1,032 of each. Without the fair bytes the first eight would be a quarter more likely.
    for (const [letter, count] of counts) expect(Math.abs(count - (drawn * 32) / 62), letter).toBeLessThan(180);
  });

  test('is identified by its prefix, and stored as a hash', () => {
    const token = createTokenText('Secret');
    expect(tokenPrefix(token)).toBe(token.slice(0, 10));
    expect(hashSecret(token)).toHaveLength(32);
    expect(hashSecret(token)).toEqual(hashSecret(token));
    expect(hashSecret(token)).not.toEqual(hashSecret(createTokenText('Secret')));
  });
});

describe('the last day of a token (TOK-4)', () => {
  test('ends at midnight in UTC, or never', () => {
    expect(tokenEnd('2026-11-22')?.toISOString()).toBe('2026-11-23T00:00:00.000Z');
    expect(tokenLastDay(tokenEnd('2026-11-22'))).toBe('2026-11-22');
    expect(tokenLastDay(new Date('2026-11-22T15:00:00Z'))).toBe('2026-11-22');
    expect([tokenEnd('9999-01-01'), tokenEnd('9999-12-31'), tokenLastDay(null)]).toEqual([null, null, '9999-01-01']);
  });
});

describe('the state of a token (TOK-5)', () => {
  const [past, soon, later] = ['2026-11-22T16:00:00Z', '2026-12-22T16:00:00Z', '2026-12-22T16:00:01Z'].map(
    (at) => new Date(at),
  ) as [Date, Date, Date];

  test.each([
    ['active', working],
    ['active', { ...working, expiresAt: later }],
    ['expiresSoon', { ...working, expiresAt: soon }],
    ['beingReplaced', { ...working, expiresAt: soon, overlapEndsAt: soon }],
    ['expired', { ...working, expiresAt: past }],
    ['expired', { ...working, expiresAt: later, overlapEndsAt: past }],
    ['disabled', { ...working, expiresAt: past, disabledAt: past }],
    ['disabled', { ...working, overlapEndsAt: soon, disabledAt: past }],
  ] as const)('is %s', (state, standing) => {
    expect(tokenState(standing, now)).toBe(state);
  });

  test('ends an overlap after its hours, or with the token', () => {
    expect(overlapEnd({ expiresAt: null }, 48, now).toISOString()).toBe('2026-11-24T16:00:00.000Z');
    expect(overlapEnd({ expiresAt: later }, 720, now).toISOString()).toBe('2026-12-22T16:00:00.000Z');
    expect(overlapEnd({ expiresAt: new Date('2026-11-23T00:00:00Z') }, 48, now).toISOString()).toBe(
      '2026-11-23T00:00:00.000Z',
    );
    expect(overlapEnd({ expiresAt: null }, 0, now)).toEqual(now);
  });
});
