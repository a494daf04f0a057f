import { defineConfig } from 'vitest/config';

// Tests start processes, which takes long on a busy machine.
export default defineConfig({
  test: { name: 'examples', include: ['**/*.test.ts'], maxWorkers: 4, testTimeout: 60_000 },
});
