import { describe, expect, it } from 'vitest';
import {
  fitRange,
  formatTimeOfDay,
  isReversed,
  momentAfter,
  monthsBefore,
  readRange,
  withDay,
  withTime,
} from './range.ts';

const at = (text: string) => new Date(text);

describe('a range', () => {
  it.each([
    // 729 days and a part of one: the longest allowed range.
    ['2024-11-24T00:00', '2026-11-23T23:59', null],
    // 730 days and more.
    ['2024-11-23T23:59', '2026-11-23T23:59', '2024-11-24T23:59'],
    ['2010-01-01T00:00', '2026-11-23T10:30', '2024-11-24T10:30'],
    // With a leap day in between.
    ['2020-01-01T00:00', '2024-12-31T12:00', '2023-01-01T12:00'],
    ['2026-11-23T10:00', '2026-11-23T10:00', null],
  ])('from %s to %s is shortened to start at %s', (start, end, rounded) => {
    const { range, wasRounded } = fitRange({ start: at(start), end: at(end) });
    expect(range).toEqual({ start: at(rounded ?? start), end: at(end) });
    expect(wasRounded).toBe(rounded !== null);
    expect(fitRange(range), 'once is enough').toEqual({ range, wasRounded: false });
  });

  it('may not start after it ends', () => {
    expect(isReversed({ start: at('2026-03-02T00:01'), end: at('2026-03-02T00:00') })).toBe(true);
    expect(isReversed({ start: at('2026-03-02T00:00'), end: at('2026-03-02T00:00') })).toBe(false);
  });

  it('includes its last minute', () => {
    expect(momentAfter({ start: at('2026-03-01T00:00'), end: at('2026-03-31T23:59') })).toEqual(at('2026-04-01T00:00'));
  });

  it('keeps the time when the day changes, and the day when the time changes', () => {
    const moment = at('2026-03-31T23:59');
    expect(withDay(moment, at('2026-02-01T12:00'))).toEqual(at('2026-02-01T23:59'));
    expect(withTime(moment, '08:05')).toEqual(at('2026-03-31T08:05'));
    for (const none of ['', '24:00', '8:05', 'noon']) expect(withTime(moment, none)).toBeUndefined();
    expect(formatTimeOfDay(at('2026-03-31T08:05'))).toBe('08:05');
  });

  it('goes back to the last day of a shorter month', () => {
    expect(monthsBefore(at('2026-03-31T10:00'), 1)).toEqual(at('2026-02-28T10:00'));
    expect(monthsBefore(at('2024-02-29T10:00'), 12)).toEqual(at('2023-02-28T10:00'));
    expect(monthsBefore(at('2026-01-15T10:00'), 2)).toEqual(at('2025-11-15T10:00'));
  });
});

describe('the range in an address', () => {
  it('consists of two times', () => {
    const range = readRange('2026-03-01T05:00:00.000Z', '2026-04-01T03:59:00Z');
    expect(range).toEqual({ start: at('2026-03-01T05:00:00Z'), end: at('2026-04-01T03:59:00Z') });
  });

  it('is shortened if it is too long', () => {
    expect(readRange('2001-01-01T00:00:00Z', '2026-11-23T00:00:00Z')?.start.getFullYear()).toBe(2024);
  });

  it.each([
    ['2026-03-01', '2026-04-01'],
    ['2026-03-01T00:00:00Z', undefined],
    ['2026-04-01T00:00:00Z', '2026-03-01T00:00:00Z'],
    ['2026-02-31T25:00:00Z', '2026-03-01T00:00:00Z'],
    [1, 2],
  ])('is missing if the times are %s and %s', (from, to) => {
    expect(readRange(from, to)).toBeUndefined();
  });
});
