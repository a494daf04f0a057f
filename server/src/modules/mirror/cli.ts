import { parseArgs } from 'node:util';
import { describeRun, describeStatus } from './mirror.report.ts';

const usage = `Usage: npm run stripe -- COMMAND [--json]

  status           how the copy of the Stripe account keeps up: the last event and how far behind it is, rows a table, the last backfill and
                   repair, events that could not be applied
  backfill         reads everything that the account has, whatever its age
  repair           lists again the last 35 days and what is not final, mends what differs and says what it was
    --days NUMBER  that many days instead
  retry            puts the events that could not be applied back to work; a running portal applies them

  --json           the same for programs

Works whether or not a portal is running.
Ends with 0 when all is well, 1 when status has something that needs a person (events that could not be applied, a failed backfill or repair, no
contact with Stripe for 15 minutes) or a repair mended differences, 2 when the command could not be carried out.`;

const commands = ['status', 'backfill', 'repair', 'retry'] as const;
const mostDays = 3_650;

/** @returns the exit code. */
async function run(): Promise<0 | 1 | 2> {
  let given: Given;
  try {
    given = readArguments();
  } catch (error) {
    complain(`${(error as Error).message}\n\n${usage}`);
    return 2;
  }
  if (given === 'help') {
    print(usage);
    return 0;
  }
  const { command, days, json } = given;
  try {
    await using opened = new AsyncDisposableStack();
    // Loaded only here, so that the help shows fast.
    const { openMirror } = await import('./open-mirror.ts');
    const maintenance = await openMirror(opened, { needsStripe: command === 'backfill' || command === 'repair' });
    if (command === 'status') return await showStatus(maintenance, json);
    if (command === 'retry') return await retry(maintenance, json);
    return await goThrough(maintenance, command, days, json);
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error));
    return 2;
  }
}

type Maintenance = Awaited<ReturnType<typeof import('./open-mirror.ts').openMirror>>;

async function showStatus({ status }: Maintenance, json: boolean): Promise<0 | 1> {
  const [events, backfill, repair, tables] = await Promise.all([
    status.events(),
    status.lastRun('backfill'),
    status.lastRun('repair'),
    status.tables(),
  ]);
  const { lines, problems } = describeStatus({ events, backfill, repair, tables }, new Date());
  print(json ? JSON.stringify({ ...events, backfill, repair, tables, problems }, null, 2) : lines.join('\n'));
  return problems.length > 0 ? 1 : 0;
}

async function retry({ retryDeadEvents }: Maintenance, json: boolean): Promise<0> {
  const retried = await retryDeadEvents(null);
  const words =
    retried === 0
      ? 'No event waits for that.'
      : `${retried} ${retried === 1 ? 'event is' : 'events are'} back at work.`;
  print(json ? JSON.stringify({ retried }) : words);
  return 0;
}

async function goThrough(
  { runs, status }: Maintenance,
  kind: 'backfill' | 'repair',
  days: number | undefined,
  json: boolean,
): Promise<0 | 1> {
  const id = await runs.runToEnd(kind, days === undefined ? {} : { days }, async (runId) => {
    const run = await status.findRun(runId);
    if (run && !json) print(`${run.step}: ${run.listed} objects so far, list ${run.stepsDone + 1} of ${run.steps}`);
  });
  const run = await status.findRun(id);
  if (!run) throw new Error(`There is no run ${id}.`);
  // The readable report is limited. The page and --json have the rest.
  const { items, total } = await status.listDifferences(id, { page: 1, pageSize: json ? 10_000 : 50 });
  print(json ? JSON.stringify({ ...run, items }, null, 2) : describeRun(run, items, total).join('\n'));
  return run.kind === 'repair' && total > 0 ? 1 : 0;
}

type Given = 'help' | { command: (typeof commands)[number]; days: number | undefined; json: boolean };

/** Reads the command line. @throws with a readable message when it is wrong. */
function readArguments(): Given {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      days: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const [name, ...rest] = positionals;
  if (values.help || name === 'help') return 'help';
  if (name === undefined) throw new Error('Say which command.');
  const command = commands.find((known) => known === name);
  if (!command) throw new Error(`There is no command '${name}'.`);
  if (rest.length > 0) throw new Error(`${command} takes nothing more: '${rest.join(' ')}'.`);
  if (values.days === undefined) return { command, days: undefined, json: values.json };
  if (command !== 'repair') throw new Error(`--days is for repair, not for ${command}.`);
  const days = Number(values.days);
  if (!/^\d+$/.test(values.days) || days < 1 || days > mostDays) {
    throw new Error(`--days wants a whole number from 1 to ${mostDays}, not '${values.days}'.`);
  }
  return { command, days, json: values.json };
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function complain(text: string): void {
  process.stderr.write(`${text}\n`);
}

process.exitCode = await run();
