import { parseArgs } from 'node:util';
import { chooseCommand, defineCommand, startCommand } from '../../core/command.ts';

const usage = `Usage: npm run licenses -- COMMAND [--json]

  check            compares every order, license and seat with the subscription or manual order from which it is derived
  repair           does the same, and writes the differences. A portal does so every night
  rotate-key       retires the key that signs license files and creates the next one. Files signed with the old key stay valid. Products need the
                   new public key, which is then in /.well-known/portico-license-keys.json

  --json           prints the result for programs

Works whether or not a portal is running.
Exits with 0 if nothing differs, 1 if a check or a repair found differences, 2 if the command failed.`;

/** `npm run licenses` */
export const licensesCommand = defineCommand({
  usage,
  parse(parameters) {
    const options = { json: { type: 'boolean', default: false } } as const;
    const { values, positionals } = parseArgs({ args: parameters, allowPositionals: true, options });
    return { command: chooseCommand(['check', 'repair', 'rotate-key'], positionals), json: values.json };
  },
  async run(given, { print, readConfig }) {
    // Loaded on demand, so that help appears fast.
    const { runLicensesCommand } = await import('./licenses.commands.ts');
    return await runLicensesCommand(given, await readConfig(), print);
  },
});

if (import.meta.main) await startCommand(licensesCommand);
