import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'stripe-sandbox',
    include: ['src/**/*.test.ts'],
    globalSetup: ['./test/postgres.ts'],
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
