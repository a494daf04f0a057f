/**
 * A product of a vendor that is licensed by a portal, as small as one can be: `node examples/cli/main.ts` says what it can do. It shows how
 * `@portico/license-client` is used; docs/licensing.md explains what goes on.
 */
import * as nodeModule from 'node:module';

// What was compiled once need not be compiled at the next start.
nodeModule.enableCompileCache?.();
const { runProgram } = await import('./program.ts');
process.exitCode = await runProgram(process.argv.slice(2), process.env);
