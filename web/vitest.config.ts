import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { messages } from './build/lingui.ts';

const root = import.meta.dirname;

export default defineConfig({
  root,
  plugins: [react(), messages({ strict: false })],
  test: {
    maxWorkers: 2,
    name: 'web',
    include: ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts'],
    environment: 'happy-dom',
    setupFiles: ['src/test/setup.ts'],
    // The files are small and many: one environment for all of a worker's files. `setup.ts` puts everything back between tests.
    isolate: false,
    restoreMocks: true,
    // A busy machine may take its time; a test that passes never waits so long.
    testTimeout: 60_000,
  },
});
