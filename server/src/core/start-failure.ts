import { ConfigError } from './config.ts';

/** Errors whose message is enough for the operator who starts the portal. */
const selfExplaining =
  /^(?:DataDirInUse|Database|Installation|EmbeddedPostgres|SandboxPort|SandboxMissing|PortTaken|Catalog\w*)Error$/;

/** Prints why the portal did not start: the message of a known error, or the error with its stack. */
export function printStartFailure(error: unknown): void {
  if (error instanceof ConfigError) {
    console.error(
      `Portico cannot start: ${error.problems.length === 1 ? 'a setting is' : 'some settings are'} not right.`,
    );
    for (const { variable, problem } of error.problems) console.error(`  ${variable} ${problem}`);
  } else if (error instanceof Error && selfExplaining.test(error.constructor.name)) {
    console.error(`Portico cannot start: ${error.message}`);
  } else {
    console.error('Portico cannot start:', error);
  }
}
