import { defineConfig } from 'vitest/config';

/** One run over every workspace that has tests: each says in its own vitest.config.ts how they run. */
export default defineConfig({ test: { projects: ['*/vitest.config.ts'], maxWorkers: 2 } });
