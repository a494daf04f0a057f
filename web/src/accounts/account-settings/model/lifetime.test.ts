import { expect, it } from 'vitest';
import { nearestLifetime, toLifetime, toSeconds } from './lifetime.ts';

it.each([
  [1_800, { hours: 0, minutes: 30 }],
  [3_600, { hours: 1, minutes: 0 }],
  [8_100, { hours: 2, minutes: 15 }],
  [86_400, { hours: 24, minutes: 0 }],
])('shows %i seconds as %o, and sends the same', (seconds, lifetime) => {
  expect(toLifetime(seconds)).toEqual(lifetime);
  expect(toSeconds(lifetime)).toBe(seconds);
});

it('rounds values that are not offered down', () => {
  expect(toLifetime(3_599)).toEqual({ hours: 0, minutes: 45 });
});

it.each([
  [
    { hours: 0, minutes: 15 },
    { hours: 0, minutes: 30 },
  ],
  [
    { hours: 0, minutes: 30 },
    { hours: 0, minutes: 30 },
  ],
  [
    { hours: 24, minutes: 45 },
    { hours: 24, minutes: 0 },
  ],
])('clamps %o to the nearest allowed value: %o', (chosen, kept) => {
  expect(nearestLifetime(chosen)).toEqual(kept);
});
