import { parseArgs } from 'node:util';
import { describeOutcome, makeOperator } from './make-operator.ts';

const usage = `Usage: npm run operator -- EMAIL [--company NAME] [--first-name NAME] [--last-name NAME]

  Makes an operator, one of the vendor's own staff, and prints a password for the first sign-in. On a new installation the vendor's company is
  made with it. Works whether or not a portal is running.

Ends with 0 when all went well, 1 when a value is wrong, 2 when the command could not be carried out.`;

/** @returns the exit code. */
async function run(): Promise<0 | 1 | 2> {
  let given: ReturnType<typeof readArguments>;
  try {
    given = readArguments();
  } catch {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  if (given.values.help || given.positionals.length !== 1) {
    process.stdout.write(`${usage}\n`);
    return given.values.help ? 0 : 2;
  }
  try {
    const { values, positionals } = given;
    const made = await makeOperator({
      email: positionals[0] as string,
      company: values.company,
      firstName: values['first-name'],
      lastName: values['last-name'],
    });
    process.stdout.write(`${describeOutcome(made)}\n`);
    return 'problems' in made ? 1 : 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    return 2;
  }
}

function readArguments() {
  return parseArgs({
    allowPositionals: true,
    options: {
      company: { type: 'string' },
      'first-name': { type: 'string' },
      'last-name': { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
}

process.exitCode = await run();
