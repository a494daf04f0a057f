/**
 * A minimal product licensed by a portal: `node examples/cli/main.ts` prints its commands. It shows how to use
 * `@portico/license-client`; docs/licensing.md explains the details.
 */
import * as nodeModule from 'node:module';

// Compiled code is cached for the next start.
nodeModule.enableCompileCache?.();
const { runProgram } = await import('./program.ts');
process.exitCode = await runProgram(process.argv.slice(2), process.env);
