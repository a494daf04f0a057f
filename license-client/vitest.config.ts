import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'license-client',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    maxWorkers: 4,
    // A busy machine may take its time; a test that passes never waits so long.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
