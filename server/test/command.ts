import type { Command } from '../src/core/command.ts';
import { readConfig } from '../src/core/config.ts';

/** Runs a command in this process. @returns its exit code and everything that it printed */
export async function runCommand(
  command: Command,
  parameters: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<{ code: number; out: string; err: string }> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await command(parameters, {
    print: (text) => out.push(`${text}\n`),
    printError: (text) => err.push(`${text}\n`),
    readConfig: async () => readConfig(environment),
  });
  return { code, out: out.join(''), err: err.join('') };
}
