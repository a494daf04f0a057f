import { CatalogFileError, describeProblem } from './file/problems.ts';
import { readCatalogFile } from './file/read-catalog-file.ts';

const usage = `Usage: npm run catalog -- COMMAND FILE

  check FILE   reads the catalog file and says what is wrong with it; needs no database
  diff FILE    shows what apply would change
  apply FILE   puts the catalog into the database and into Stripe, changing only what differs
  export FILE  writes what is sold into the file, and its pictures beside it; to apply that changes nothing

Ends with 0 when all went well, 1 when the file is wrong, 2 when the command could not be carried out.
docs/catalog.md explains the file.`;

/** @returns the exit code. */
async function run([command, file, ...rest]: readonly string[]): Promise<0 | 1 | 2> {
  if (command === 'help' || command === '--help' || command === '-h') {
    print(usage);
    return 0;
  }
  if (
    !(command === 'check' || command === 'diff' || command === 'apply' || command === 'export') ||
    !file ||
    rest.length > 0
  ) {
    complain(usage);
    return 2;
  }
  try {
    if (command === 'export') {
      const { exportCatalog } = await import('./apply/run.ts');
      for (const line of await exportCatalog(file)) print(line);
      return 0;
    }
    const catalog = readCatalogFile(file);
    if (command === 'check') {
      const { products, plans, prices, addons, coupons } = catalog.definition;
      const counts = [
        counted(products, 'product'),
        counted(plans, 'plan'),
        counted(prices, 'price'),
        counted(addons, 'add-on'),
        counted(coupons, 'coupon'),
      ];
      print(`${file} is right: ${counts.join(', ')}.`);
      return 0;
    }
    // Loaded only here, so that checking a file stays fast.
    const { diffOrApply } = await import('./apply/run.ts');
    for (const line of await diffOrApply(command, catalog)) print(line);
    return 0;
  } catch (error) {
    if (error instanceof CatalogFileError) {
      for (const problem of error.problems) complain(describeProblem(problem));
      complain(
        `${error.problems.length} ${error.problems.length === 1 ? 'problem' : 'problems'}; nothing was applied.`,
      );
      return 1;
    }
    complain(error instanceof Error ? describeFailure(error) : String(error));
    return 2;
  }
}

function counted(things: readonly unknown[], name: string): string {
  return `${things.length} ${name}${things.length === 1 ? '' : 's'}`;
}

/** Shows the innermost cause, because the errors around it are less specific. */
function describeFailure(error: Error): string {
  let words = error.name;
  for (let current: unknown = error; current instanceof Error; current = current.cause) {
    words = current.message || (current as NodeJS.ErrnoException).code || words;
  }
  return words;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}

process.exitCode = await run(process.argv.slice(2));
