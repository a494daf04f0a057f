import { LicensingError } from '@portico/license-client';
import { perform } from './commands.ts';
import { readSettings, UsageError } from './settings.ts';

/** Runs a command line. @returns the exit code: 2 for a wrong command line, 1 if the product may not be used */
export async function runProgram(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<0 | 1 | 2> {
  try {
    return await perform(readSettings(args, environment));
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(error.message);
      return 2;
    }
    if (!(error instanceof LicensingError)) throw error;
    const { code, message, reason, requestId, additionalData } = error;
    console.error(JSON.stringify({ event: 'refused', code, message, reason, requestId, additionalData }));
    return 1;
  }
}
