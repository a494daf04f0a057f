import { parseArgs } from 'node:util';

export const usage = `Usage: npm run licenses -- COMMAND [--json]

  check            compares every order, license and place of a device with the subscription or manual order that it follows from
  repair           the same, and writes what differs. A portal does so every night
  rotate-key       retires the key that signs license files and makes the next one. Files that the old key signed stay valid. Products need the new
                   key's public half: it stands at /.well-known/portico-license-keys.json from now on

  --json           the same for programs

Works whether or not a portal is running.
Ends with 0 when all is well, 1 when a check or a repair found differences, 2 when the command could not be carried out.`;

const commands = ['check', 'repair', 'rotate-key'] as const;

/** What the command line asks for. */
export interface Command {
  readonly command: (typeof commands)[number];
  readonly json: boolean;
}

export type Given = 'help' | Command;

/** Reads the command line, without the program's name. @throws in words what is wrong with it. */
export function readArguments(parameters: readonly string[]): Given {
  const { values, positionals } = parseArgs({
    args: [...parameters],
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const [name, ...rest] = positionals;
  if (values.help || name === 'help') return 'help';
  if (name === undefined) throw new Error('Say which command.');
  const command = commands.find((known) => known === name);
  if (!command) throw new Error(`There is no command '${name}'.`);
  if (rest.length > 0) throw new Error(`${command} takes nothing more: '${rest.join(' ')}'.`);
  return { command, json: values.json };
}
