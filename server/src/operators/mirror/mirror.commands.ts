import type { MirrorMaintenance } from '../../core/stripe/index.ts';
import { describeRun, describeStatus } from './mirror.report.ts';

export interface MirrorCommand {
  readonly command: 'status' | 'backfill' | 'repair' | 'retry';
  /** How many days a repair goes back; undefined for the default. */
  readonly days: number | undefined;
  readonly json: boolean;
}

/** The mirror, and where to print the result. */
export interface CommandContext {
  readonly maintenance: MirrorMaintenance;
  readonly print: (text: string) => void;
}

/** Runs a command. @returns the exit code: 1 if a person has to look at the result */
export async function runCommand(context: CommandContext, { command, days, json }: MirrorCommand): Promise<0 | 1> {
  if (command === 'status') return showStatus(context, json);
  if (command === 'retry') return retry(context, json);
  return runMaintenance(context, command, days, json);
}

async function showStatus({ maintenance: { status }, print }: CommandContext, json: boolean): Promise<0 | 1> {
  const [events, webhookFault, backfill, repair, tables] = await Promise.all([
    status.events(),
    status.webhookFault(),
    status.lastRun('backfill'),
    status.lastRun('repair'),
    status.tables(),
  ]);
  const { lines, problems } = describeStatus({ events, webhookFault, backfill, repair, tables }, new Date());
  print(
    json ? JSON.stringify({ ...events, webhookFault, backfill, repair, tables, problems }, null, 2) : lines.join('\n'),
  );
  return problems.length > 0 ? 1 : 0;
}

async function retry({ maintenance, print }: CommandContext, json: boolean): Promise<0> {
  const retried = await maintenance.retryDeadEvents(null);
  const words =
    retried === 0
      ? 'There are no dead events.'
      : `${retried} ${retried === 1 ? 'event was' : 'events were'} queued again.`;
  print(json ? JSON.stringify({ retried }) : words);
  return 0;
}

async function runMaintenance(
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
  if (!run) throw new Error(`Run ${id} does not exist.`);
  // The text report has at most 50 differences; the page and --json show the rest.
  const { items, total } = await status.listDifferences(id, { page: 1, pageSize: json ? 10_000 : 50 });
  print(json ? JSON.stringify({ ...run, items }, null, 2) : describeRun(run, items, total).join('\n'));
  return run.kind === 'repair' && total > 0 ? 1 : 0;
}
