import { defineConfig } from 'vitest/config';

export default defineConfig({
  // A busy machine may take its time; a test that passes never waits so long.
  test: { maxWorkers: 4, name: 'scripts', include: ['**/*.test.ts'], testTimeout: 60_000 },
});
