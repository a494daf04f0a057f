import { ConfigError } from './config.ts';

/** Errors whose message is all that the person who starts the portal needs to know. */
const selfExplaining =
  /^(?:DataDirInUse|Database|Installation|EmbeddedPostgres|SandboxPort|PortTaken|Catalog\w*)Error$/;

/** Says on standard error why nothing was started: what to mend where that is known, else the error with its stack. */
export function tellStartFailure(error: unknown): void {
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
