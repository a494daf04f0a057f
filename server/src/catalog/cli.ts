import { type CommandIo, chooseCommand, defineCommand, startCommand } from '../core/command.ts';
import { CatalogFileError } from './file/problems.ts';
import { readCatalogFile } from './file/read-catalog-file.ts';

const usage = `Usage: npm run catalog -- COMMAND FILE

  check FILE   reads the catalog file and reports its problems; needs no database
  diff FILE    shows what apply would change
  apply FILE   writes the catalog to the database and Stripe, changing only what differs
  export FILE  writes the published catalog to the file, and its pictures beside it; applying that file changes nothing

Exits with 0 on success, 1 if the file is invalid, 2 if the command failed.
docs/catalog.md explains the file.`;

const commands = ['check', 'diff', 'apply', 'export'] as const;

/** `npm run catalog` */
export const catalogCommand = defineCommand({
  usage,
  parse(parameters) {
    const command = chooseCommand(commands, parameters.slice(0, 1));
    const [, file, ...rest] = parameters;
    if (!file || rest.length > 0) throw new Error(`${command} takes one file.`);
    return { command, file };
  },
  async run({ command, file }, { print, printError, readConfig }) {
    try {
      for (const line of await runCommand(command, file, readConfig)) print(line);
      return 0;
    } catch (error) {
      if (!(error instanceof CatalogFileError)) throw error;
      printError(`${error.message}\n${formatCount(error.problems, 'problem')}; nothing was applied.`);
      return 1;
    }
  },
});

/** @returns the lines of the report @throws CatalogFileError, and other errors with a readable message */
async function runCommand(
  command: (typeof commands)[number],
  file: string,
  readConfig: CommandIo['readConfig'],
): Promise<string[]> {
  if (command === 'check') return [describeFile(file)];
  // Loaded on demand, so that checking a file stays fast.
  const { diffOrApply, exportCatalog } = await import('./apply/run.ts');
  if (command === 'export') return exportCatalog(file, await readConfig());
  const catalog = readCatalogFile(file);
  return diffOrApply(command, catalog, await readConfig());
}

/** @throws CatalogFileError */
function describeFile(file: string): string {
  const { products, plans, prices, addons, coupons } = readCatalogFile(file).definition;
  const counts = [
    formatCount(products, 'product'),
    formatCount(plans, 'plan'),
    formatCount(prices, 'price'),
    formatCount(addons, 'add-on'),
    formatCount(coupons, 'coupon'),
  ];
  return `${file} is valid: ${counts.join(', ')}.`;
}

function formatCount(things: readonly unknown[], name: string): string {
  return `${things.length} ${name}${things.length === 1 ? '' : 's'}`;
}

if (import.meta.main) await startCommand(catalogCommand);
