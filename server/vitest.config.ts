import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'server',
    include: ['src/**/*.test.ts'],
    globalSetup: ['./test/postgres.ts'],
    maxWorkers: 2,
    // A busy machine may take its time; a test that passes never waits so long.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 50_000 } },
  },
});
