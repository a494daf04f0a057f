import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { name: 'license-client', include: ['src/**/*.test.ts', 'test/**/*.test.ts'], maxWorkers: 4 },
});
