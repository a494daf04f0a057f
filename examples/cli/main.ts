/**
 * A product of a vendor that is licensed by a portal, as small as one can be: `node examples/cli/main.ts` says what it can do. It shows how
 * `@portico/license-client` is used; docs/licensing.md explains what goes on.
 */
import * as nodeModule from 'node:module';

// What was compiled once need not be compiled at the next start.
nodeModule.enableCompileCache?.();
const [{ perform }, { readSettings, UsageError }] = await Promise.all([
  import('./commands.ts'),
  import('./settings.ts'),
]);
const { LicensingError } = await import('@portico/license-client');

try {
  process.exitCode = await perform(readSettings(process.argv.slice(2), process.env));
} catch (error) {
  if (error instanceof UsageError) {
    console.error(error.message);
    process.exitCode = 2;
  } else if (error instanceof LicensingError) {
    const { code, message, reason, requestId, additionalData } = error;
    console.error(JSON.stringify({ event: 'refused', code, message, reason, requestId, additionalData }));
    process.exitCode = 1;
  } else throw error;
}
