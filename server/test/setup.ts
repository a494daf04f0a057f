import { afterAll, vi } from 'vitest';
import { closeOpened } from './clean-up.ts';

// Files share an environment, so each must restore it. Registered here before a file's own hooks, because Vitest (as of
// 5.1) never runs an afterAll that is registered while a beforeAll runs.
afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  await closeOpened();
});
