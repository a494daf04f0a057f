import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'license-client',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    maxWorkers: 4,
    // For busy machines; a passing test normally takes far less.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
