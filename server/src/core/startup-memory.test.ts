import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { releaseStartupMemory } from './startup-memory.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the start loads once what the first change needs, then collects the garbage, both after the first requests', async () => {
  const done: string[] = [];
  vi.stubGlobal('gc', async () => void done.push('collected'));
  releaseStartupMemory(async () => {
    done.push('loaded');
    throw new Error('reported at the first use');
  });
  await vi.advanceTimersByTimeAsync(1_999);
  expect(done).toEqual([]);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(done).toEqual(['loaded', 'collected']);
});

test('a portal that stops before its first garbage collection loads nothing', async () => {
  const load = vi.fn(async () => {});
  const stop = releaseStartupMemory(load);
  stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(load).not.toHaveBeenCalled();
});

test.each(['package.json', 'deploy/Dockerfile', 'deploy/portico.service'])(
  '%s enables the garbage collection',
  (file) => {
    const text = readFileSync(fileURLToPath(new URL(`../../../${file}`, import.meta.url)), 'utf8');
    expect(text).toMatch(/node"?,? "?--max-semi-space-size=8"?,? "?--expose-gc/);
  },
);
