import { type Given, readArguments, usage } from './licenses.arguments.ts';

/** @returns the exit code. */
async function run(): Promise<0 | 1 | 2> {
  let given: Given;
  try {
    given = readArguments(process.argv.slice(2));
  } catch (error) {
    complain(`${(error as Error).message}\n\n${usage}`);
    return 2;
  }
  if (given === 'help') {
    print(usage);
    return 0;
  }
  try {
    await using opened = new AsyncDisposableStack();
    // Loaded only here, so that the help shows fast.
    const [{ openLicenses }, { carryOut }] = await Promise.all([
      import('./open-licenses.ts'),
      import('./licenses.commands.ts'),
    ]);
    return await carryOut({ ...(await openLicenses(opened)), print }, given);
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error));
    return 2;
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function complain(text: string): void {
  process.stderr.write(`${text}\n`);
}

process.exitCode = await run();
