import { describe, expect, test } from 'vitest';
import { TooManyRequestsError } from '../../core/http/app-error.ts';
import { type CallCounts, type Caller, createCallCounts } from './call-counts.ts';

const start = Date.UTC(2026, 10, 22, 12);
const caller = (of: Partial<Caller> = {}): Caller => ({ token: 'T', address: '203.0.113.1', device: null, ...of });

/** How many calls are admitted before one is refused, at most `most`. */
function countUntilRefused(calls: CallCounts, of: (index: number) => Caller, most: number): number {
  for (let index = 0; index < most; index += 1) {
    try {
      calls.take(of(index));
    } catch (error) {
      expect(error).toBeInstanceOf(TooManyRequestsError);
      return index;
    }
  }
  return most;
}

const device = (index: number) => caller({ device: `D-${index}`, address: `10.0.${index % 250}.1` });

describe('calls within a minute', () => {
  test('are limited to 300 per device, and refused ones do not count for the token', () => {
    const calls = createCallCounts(() => start);
    const loud = caller({ device: 'LOUD', address: '198.51.100.1' });
    expect(countUntilRefused(calls, () => loud, 100_000)).toBe(300);
    for (let index = 0; index < 100_000; index += 1) expect(() => calls.take(loud)).toThrow(TooManyRequestsError);
    expect(countUntilRefused(calls, device, 100_000)).toBe(60_000 - 300);
  });

  test('are limited to 10,000 per IP address, whatever devices they name, without affecting other addresses', () => {
    const calls = createCallCounts(() => start);
    const many = (index: number) => caller({ device: `made-up-${index}`, address: '198.51.100.1' });
    expect(countUntilRefused(calls, many, 100_000)).toBe(10_000);
    expect(countUntilRefused(calls, device, 6_667)).toBe(6_667);
    // An IPv6 network counts as one address.
    const network = (index: number) =>
      caller({ device: `made-up-${index}`, address: `2001:db8::${index.toString(16)}` });
    expect(countUntilRefused(calls, network, 11_000)).toBe(10_000);
  });

  test('are admitted for 100,000 devices with one token, each every 15 minutes', () => {
    const calls = createCallCounts(() => start);
    expect(countUntilRefused(calls, (index) => ({ ...device(index), address: '10.0.0.1' }), 6_667)).toBe(6_667);
  });

  test('are limited by token, and counted from zero in the next minute', () => {
    let now = start;
    const calls = createCallCounts(() => now);
    const loud = caller({ device: 'LOUD' });
    expect(countUntilRefused(calls, () => loud, 1_000)).toBe(300);
    expect(() => calls.requireFew(loud)).toThrow(TooManyRequestsError);
    expect(() => calls.requireFew({ ...loud, token: 'other' })).not.toThrow();
    now += 59_999;
    expect(() => calls.requireFew(loud)).toThrow(TooManyRequestsError);
    now += 1;
    expect(() => calls.take(loud)).not.toThrow();
  });

  test('are refused with the time of the next try', () => {
    const calls = createCallCounts(() => start);
    countUntilRefused(calls, () => caller({ device: 'LOUD' }), 301);
    const refused = (() => {
      try {
        calls.requireFew(caller({ device: 'LOUD' }));
      } catch (error) {
        return error as TooManyRequestsError;
      }
    })();
    expect(refused?.additionalData).toEqual({ blockedTo: new Date(start + 60_000).toISOString() });
  });
});
