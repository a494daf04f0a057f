import { defineConfig } from 'vitest/config';

// Tests start processes, which a busy machine starts slowly.
export default defineConfig({
  test: { name: 'examples', include: ['**/*.test.ts'], maxWorkers: 4, testTimeout: 60_000 },
});
