import { parseArgs } from 'node:util';
import type { MirrorMaintenance } from '../../stripe/index.ts';
import { describeRun, describeStatus } from './mirror.report.ts';

export const usage = `Usage: npm run stripe -- COMMAND [--json]

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

/** What the command line asks for. */
export interface Command {
  readonly command: (typeof commands)[number];
  /** For a repair: how far back it looks, if not as far as usual. */
  readonly days: number | undefined;
  readonly json: boolean;
}

export type Given = 'help' | Command;

/** The mirror, and where to tell of it. */
export interface CommandContext {
  readonly maintenance: MirrorMaintenance;
  readonly print: (text: string) => void;
}

/** Carries out a command. @returns the exit code: 1 for what needs a person. */
export async function carryOut(context: CommandContext, { command, days, json }: Command): Promise<0 | 1> {
  if (command === 'status') return showStatus(context, json);
  if (command === 'retry') return retry(context, json);
  return goThrough(context, command, days, json);
}

async function showStatus({ maintenance: { status }, print }: CommandContext, json: boolean): Promise<0 | 1> {
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

async function retry({ maintenance, print }: CommandContext, json: boolean): Promise<0> {
  const retried = await maintenance.retryDeadEvents(null);
  const words =
    retried === 0
      ? 'No event waits for that.'
      : `${retried} ${retried === 1 ? 'event is' : 'events are'} back at work.`;
  print(json ? JSON.stringify({ retried }) : words);
  return 0;
}

async function goThrough(
  { maintenance: { runs, status }, print }: CommandContext,
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
  // A report for people ends somewhere; the page and --json have the rest.
  const { items, total } = await status.listDifferences(id, { page: 1, pageSize: json ? 10_000 : 50 });
  print(json ? JSON.stringify({ ...run, items }, null, 2) : describeRun(run, items, total).join('\n'));
  return run.kind === 'repair' && total > 0 ? 1 : 0;
}

/** Reads the command line, without the program's name. @throws in words what is wrong with it. */
export function readArguments(parameters: readonly string[]): Given {
  const { values, positionals } = parseArgs({
    args: [...parameters],
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
