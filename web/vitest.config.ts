import react from '@vitejs/plugin-react';
import { configDefaults, defineConfig } from 'vitest/config';
import { messages } from './build/lingui.ts';

/** Settings shared with the tests of files that replace modules (vitest.isolated.config.ts). */
export const shared = {
  root: import.meta.dirname,
  plugins: [react(), messages({ strict: false })],
  test: {
    maxWorkers: 4,
    environment: 'happy-dom',
    setupFiles: ['src/test/setup.ts'],
    restoreMocks: true,
    // Long, for busy machines; a passing test never waits this long.
    testTimeout: 60_000,
  },
};

export default defineConfig({
  ...shared,
  test: {
    ...shared.test,
    name: 'web',
    include: ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts'],
    exclude: [...configDefaults.exclude, '**/*.isolated.test.*'],
    // The files are small and many, so a worker's files share one environment. `setup.ts` resets it between tests.
    isolate: false,
  },
});
