import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'postgres',
    include: ['src/**/*.test.ts'],
    maxWorkers: 4,
    // For busy machines; a passing test normally takes far less.
    testTimeout: 240_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
