import { expect, it } from 'vitest';
import { changeInPercent } from './change.ts';

it.each([
  [1_084, 1_000, 8.4],
  [500, 1_000, -50],
  [1_000, 1_000, 0],
  [1_000, 0, null],
  [0, 0, null],
  [0, 300, -100],
])('%d compared with %d is a change of %s percent', (now, before, percent) => {
  expect(changeInPercent(now, before)).toBe(percent);
});
