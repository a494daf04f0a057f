import { configDefaults, defineConfig } from 'vitest/config';

/**
 * One run over every workspace that has tests: each says in its own vitest.config.ts how they run. There are more workers than the two cores that the run is
 * made for: a good part of the tests wait, for PostgreSQL, for processes, for what is let go wrong.
 */
export default defineConfig({
  test: {
    projects: ['*/vitest.config.ts', '*/vitest.isolated.config.ts'],
    maxWorkers: 4,
    // Read by tests at run time, not imported: `--changed` runs everything if one of them changes.
    forceRerunTriggers: [...configDefaults.forceRerunTriggers, '**/*.sql', '**/*.yaml'],
    reporters: ['default', './scripts/test/failures.ts'],
  },
});
