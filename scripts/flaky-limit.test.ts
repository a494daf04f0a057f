import type { TestCase } from '@playwright/test/reporter';
import { expect, test, vi } from 'vitest';
import FlakyLimit from '../e2e/harness/flaky-limit.ts';

test.each([
  [0, undefined],
  [3, undefined],
  [4, 'failed'],
])('a run in which %i stories passed only at the second try is %s', async (flaky, status) => {
  vi.spyOn(console, 'log').mockReturnValue();
  const limit = new FlakyLimit();
  const story = (outcome: 'expected' | 'flaky') => ({ outcome: () => outcome }) as TestCase;
  const stories = [...Array.from({ length: flaky }, () => story('flaky')), story('expected'), story('expected')];
  // A retried story ends twice.
  for (const story of [...stories, ...stories.slice(0, flaky)]) limit.onTestEnd(story);
  expect((await limit.onEnd()).status).toBe(status);
});
