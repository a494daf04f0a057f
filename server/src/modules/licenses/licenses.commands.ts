import { parseArgs } from 'node:util';
import type { KeysContext } from './license-keys.ts';

export const usage = `Usage: npm run licenses -- COMMAND [--json]

  rotate-key       retires the key that signs license files and makes the next one. Files that the old key signed stay valid. Products need the new
                   key's public half: it stands at /.well-known/portico-license-keys.json from now on

  --json           the same for programs

Works whether or not a portal is running.
Ends with 0 when all is well, 2 when the command could not be carried out.`;

const commands = ['rotate-key'] as const;

/** What the command line asks for. */
export interface Command {
  readonly command: (typeof commands)[number];
  readonly json: boolean;
}

export type Given = 'help' | Command;

/** The licenses' database and secret, and where to tell of them. */
export interface CommandContext extends KeysContext {
  readonly print: (text: string) => void;
}

/** Carries out a command. @returns the exit code: 1 for what needs a person. */
export async function carryOut(context: CommandContext, { command, json }: Command): Promise<0 | 1> {
  switch (command) {
    case 'rotate-key':
      return rotate(context, json);
  }
}

async function rotate(context: CommandContext, json: boolean): Promise<0> {
  // Loaded only here, so that the help shows fast.
  const { rotateKey } = await import('./license-keys.ts');
  const { retired, current } = await rotateKey(context);
  const before = retired === null ? 'There was no key before it.' : `The key ${retired} is retired.`;
  context.print(json ? JSON.stringify({ retired, current }) : `The key ${current} signs from now on. ${before}`);
  return 0;
}

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
