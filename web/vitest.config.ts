import react from '@vitejs/plugin-react';
import { configDefaults, defineConfig } from 'vitest/config';
import { messages } from './build/lingui.ts';

/** What tests of files that replace modules share with the others (vitest.isolated.config.ts). */
export const shared = {
  root: import.meta.dirname,
  plugins: [react(), messages({ strict: false })],
  test: {
    maxWorkers: 4,
    environment: 'happy-dom',
    setupFiles: ['src/test/setup.ts'],
    restoreMocks: true,
    // A busy machine may take its time; a test that passes never waits so long.
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
    // The files are small and many: one environment for all of a worker's files. `setup.ts` puts everything back between tests.
    isolate: false,
  },
});
