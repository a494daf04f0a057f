import { parseArgs } from 'node:util';
import { defineCommand, startCommand } from '../../core/command.ts';

const usage = `Usage: npm run operator -- EMAIL [--company NAME] [--first-name NAME] [--last-name NAME]

  Makes an operator, one of the vendor's own staff, and prints the link with which they choose a password, once, within seven days. On a new
  installation it also makes the vendor's company. An operator who has no password yet gets a new link. Works whether or not a portal is running.

Exits with 0 if all went well, 1 if a value is wrong, 2 if the command could not be carried out.`;

const text = { type: 'string' } as const;

/** `npm run operator` */
export const operatorCommand = defineCommand({
  usage,
  parse(parameters) {
    const { values, positionals } = parseArgs({
      args: parameters,
      allowPositionals: true,
      options: { company: text, 'first-name': text, 'last-name': text },
    });
    const [email, ...rest] = positionals;
    if (email === undefined || rest.length > 0) throw new Error('Give the email address of one person.');
    return { email, company: values.company, firstName: values['first-name'], lastName: values['last-name'] };
  },
  async run(input, { print, printError, readConfig }) {
    // Loaded on demand, so that help is shown fast.
    const { makeOperator } = await import('./make-operator.ts');
    const outcome = await makeOperator(input, readConfig);
    if ('problems' in outcome) {
      printError(outcome.problems.join('\n'));
      return 1;
    }
    print(
      `${input.email} chooses a password at ${outcome.link}\nThe link works once, for seven days. It is shown only now.`,
    );
    return 0;
  },
});

if (import.meta.main) await startCommand(operatorCommand);
