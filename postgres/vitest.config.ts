import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'postgres',
    include: ['src/**/*.test.ts'],
    maxWorkers: 4,
    // A busy machine may take its time; a test that passes never waits so long.
    testTimeout: 240_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
