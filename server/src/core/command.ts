import type { Config } from './config.ts';

/** Where a command prints and where its settings come from. */
export interface CommandIo {
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
  /** @throws ConfigError */
  readonly readConfig: () => Promise<Config>;
}

/** A shell command. @returns its exit code: 2 if it could not be carried out */
export type Command = (parameters: readonly string[], io: CommandIo) => Promise<number>;

interface Definition<Parsed> {
  readonly usage: string;
  /**
   * Parses the command line.
   * @throws an error whose message names the mistake
   */
  readonly parse: (parameters: string[]) => Parsed;
  /** @returns the exit code @throws errors whose messages are meant for people */
  readonly run: (parsed: Parsed, io: CommandIo) => Promise<number>;
}

/** Creates a command that prints its usage on request and after a wrong call, and the reason if it fails. */
export function defineCommand<Parsed>({ usage, parse, run }: Definition<Parsed>): Command {
  return async (parameters, io) => {
    if (parameters[0] === 'help' || parameters.includes('--help') || parameters.includes('-h')) {
      io.print(usage);
      return 0;
    }
    let parsed: Parsed;
    try {
      parsed = parse([...parameters]);
    } catch (error) {
      io.printError(`${(error as Error).message}\n\n${usage}`);
      return 2;
    }
    try {
      return await run(parsed, io);
    } catch (error) {
      io.printError(describeFailure(error));
      return 2;
    }
  };
}

/**
 * Returns the command whose name is the whole command line.
 * @throws an error for an unknown command and for further arguments
 */
export function chooseCommand<const Name extends string>(
  names: readonly Name[],
  [name, ...rest]: readonly string[],
): Name {
  if (name === undefined) throw new Error('Name a command.');
  const command = names.find((known) => known === name);
  if (!command) throw new Error(`There is no command '${name}'.`);
  if (rest.length > 0) throw new Error(`${command} takes no further arguments: '${rest.join(' ')}'.`);
  return command;
}

/** Returns the message of the innermost cause, because the errors around it are less specific. */
function describeFailure(error: unknown): string {
  let words = String(error);
  for (let current = error; current instanceof Error; current = current.cause) {
    words = current.message || (current as NodeJS.ErrnoException).code || words;
  }
  return words;
}

/** Runs the command with the arguments, output and environment of this process, and sets the exit code. */
export async function startCommand(command: Command): Promise<void> {
  process.exitCode = await command(process.argv.slice(2), {
    print: (text) => void process.stdout.write(`${text}\n`),
    printError: (text) => void process.stderr.write(`${text}\n`),
    // Loaded on demand, so that help is shown fast.
    readConfig: async () => (await import('./config.ts')).readConfig(),
  });
}
