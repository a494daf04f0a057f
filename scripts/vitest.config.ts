import { defineConfig } from 'vitest/config';

export default defineConfig({
  // The timeout is for busy machines; a passing test normally takes far less.
  test: { maxWorkers: 4, name: 'scripts', include: ['**/*.test.ts'], testTimeout: 60_000 },
});
