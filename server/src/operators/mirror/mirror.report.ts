import type { EventStatus, RepairedDifference, RunStatus } from '../../core/stripe/index.ts';

/** Minutes without an answer from Stripe after which an operator should check. The portal calls Stripe every five minutes. */
const silentMinutes = 15;
/** Seconds that events may wait before an operator should check. */
const slowSeconds = 300;

export interface WholeStatus {
  readonly events: EventStatus;
  readonly backfill: RunStatus | null;
  readonly repair: RunStatus | null;
  readonly tables: readonly { readonly table: string; readonly rows: number; readonly deleted: number }[];
}

/** The status as text, with what requires an operator (MIR-14). */
export function describeStatus(
  { events, backfill, repair, tables }: WholeStatus,
  now: Date,
): { lines: string[]; problems: string[] } {
  const { lastEvent, waiting, lagSeconds, dead, polledAt, pollError, found } = events;
  const problems: string[] = [];
  if (dead > 0) {
    problems.push(`${counted(dead, 'event')} could not be applied: see /Billing/Stripe, or npm run stripe -- retry`);
  }
  if (lagSeconds > slowSeconds) problems.push(`Events wait for ${span(lagSeconds)}: does a portal run?`);
  if (!polledAt || now.getTime() - Date.parse(polledAt) > silentMinutes * 60_000) {
    problems.push(
      polledAt
        ? `Stripe was asked for its events ${span(ago(polledAt, now))} ago last: does a portal run?`
        : 'Stripe was never asked for its events: a running portal does that every five minutes.',
    );
  }
  if (pollError) problems.push(`CallContext Stripe for its events failed: ${pollError}`);
  for (const run of [backfill, repair])
    if (run?.state === 'failed') problems.push(`The last ${run.kind} failed: ${run.error}`);
  if (!backfill)
    problems.push('The mirror was never filled: a portal does that at its first start, or npm run stripe -- backfill');

  const lines = [
    `Last event     ${lastEvent ? `${lastEvent.type} ${lastEvent.id}, received ${span(ago(lastEvent.receivedAt, now))} ago` : 'none yet'}`,
    `Waiting        ${waiting === 0 ? 'none' : `${counted(waiting, 'event')}, the oldest for ${span(lagSeconds)}`}`,
    `Not applied    ${dead === 0 ? 'none' : counted(dead, 'event')}`,
    `Stripe asked   ${polledAt ? `${span(ago(polledAt, now))} ago` : 'never'}; ${counted(found, 'event')} found that no webhook had brought`,
    `Backfill       ${summary(backfill, now)}`,
    `Repair         ${summary(repair, now)}`,
    '',
    ...tables.map(
      ({ table, rows, deleted }) =>
        `${table.padEnd(38)} ${String(rows).padStart(9)}${deleted > 0 ? ` and ${deleted} deleted` : ''}`,
    ),
    '',
    ...(problems.length === 0 ? ['All is well.'] : problems),
  ];
  return { lines, problems };
}

/** The result of a run as text. */
export function describeRun(run: RunStatus, differences: readonly RepairedDifference[], total: number): string[] {
  const seconds = run.finishedAt ? (Date.parse(run.finishedAt) - Date.parse(run.startedAt)) / 1000 : 0;
  if (run.kind === 'backfill') return [`Went through ${counted(run.listed, 'object')} in ${span(seconds)}.`];
  const head = `Compared ${counted(run.listed, 'object')} in ${span(seconds)}.`;
  if (total === 0) return [head, 'Nothing differed from Stripe.'];
  return [
    head,
    `${counted(total, 'difference')} mended:`,
    ...differences.map(
      ({ objectType, objectId, kind, fields }) =>
        `  ${kind.padEnd(8)} ${objectType} ${objectId}${fields.length > 0 ? ` (${fields.join(', ')})` : ''}`,
    ),
    ...(total > differences.length ? [`  and ${total - differences.length} more: see /Billing/Stripe, or --json`] : []),
  ];
}

function summary(run: RunStatus | null, now: Date): string {
  if (!run) return 'never';
  const { state, stepsDone, steps, listed, step, error, differences, finishedAt } = run;
  if (state === 'running') {
    const trouble = error ? `; it waits, as Stripe said: ${error}` : '';
    return `under way: ${counted(listed, 'object')} so far, list ${Math.min(stepsDone + 1, steps)} of ${steps} (${step ?? 'ending'})${trouble}`;
  }
  const when = `${span(ago(finishedAt ?? run.startedAt, now))} ago`;
  if (state === 'failed') return `failed ${when}: ${error}`;
  const mended = run.kind === 'repair' ? `, ${counted(differences, 'difference')} mended` : '';
  return `done ${when}, ${counted(listed, 'object')}${mended}`;
}

function counted(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

function ago(moment: string, now: Date): number {
  return Math.max(0, (now.getTime() - Date.parse(moment)) / 1000);
}

/** Seconds in a readable unit. */
function span(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3_600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}
