import { expect, it } from 'vitest';
import { nearestLifetime, toLifetime, toSeconds } from './lifetime.ts';

it.each([
  [1_800, { hours: 0, minutes: 30 }],
  [3_600, { hours: 1, minutes: 0 }],
  [8_100, { hours: 2, minutes: 15 }],
  [86_400, { hours: 24, minutes: 0 }],
])('converts %i seconds to %o, and back', (seconds, lifetime) => {
  expect(toLifetime(seconds)).toEqual(lifetime);
  expect(toSeconds(lifetime)).toBe(seconds);
});

it('rounds a value down to the nearest one that is offered', () => {
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
