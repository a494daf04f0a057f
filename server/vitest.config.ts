import { configDefaults, defineConfig } from 'vitest/config';

/** Settings that tests of files that replace modules share with the others (vitest.isolated.config.ts). */
export const shared = {
  globalSetup: ['./test/postgres.ts'],
  setupFiles: ['./test/setup.ts'],
  maxWorkers: 4,
  // A busy machine may take its time; a test that passes never waits so long.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 50_000 } },
};

export default defineConfig({
  test: {
    ...shared,
    name: 'server',
    include: ['src/**/*.test.ts'],
    exclude: [...configDefaults.exclude, '**/*.isolated.test.ts'],
    setupFiles: [...shared.setupFiles, './test/setup-cheap-hashes.ts'],
    // One environment for all of a worker's files: the portal's modules are read once, not a hundred times. `test/setup.ts` puts everything back.
    isolate: false,
  },
});
