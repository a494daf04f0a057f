import type { EventStatus, RepairedDifference, RunStatus, WebhookFault } from '../../core/stripe/index.ts';

/** Minutes without an answer from Stripe after which an operator should check. The portal calls Stripe every five minutes. */
const silentMinutes = 15;
/** Seconds that events may wait before an operator should check. */
const slowSeconds = 300;

const webhookFaults: Readonly<Record<WebhookFault, string>> = {
  wrongSignature:
    'Events are refused, because their signature does not match STRIPE_WEBHOOK_SECRET. Compare it with the endpoint at Stripe.',
  oldSignature: "Events are refused, because their time differs from this server's. Check its clock.",
  notDelivered:
    'Stripe delivered none of the events of the last day; they were fetched. Check the webhook endpoint at Stripe.',
};

export interface StatusReport {
  readonly events: EventStatus;
  readonly webhookFault: WebhookFault | null;
  readonly backfill: RunStatus | null;
  readonly repair: RunStatus | null;
  readonly tables: readonly { readonly table: string; readonly rows: number; readonly deleted: number }[];
}

/** The status as text, and the problems that require an operator (MIR-14). */
export function describeStatus(
  { events, webhookFault, backfill, repair, tables }: StatusReport,
  now: Date,
): { lines: string[]; problems: string[] } {
  const { lastEvent, waiting, lagSeconds, dead, polledAt, pollError, found } = events;
  const problems: string[] = [];
  if (webhookFault) problems.push(webhookFaults[webhookFault]);
  if (dead > 0) {
    problems.push(`${pluralize(dead, 'event')} could not be applied: see /Billing/Stripe, or npm run stripe -- retry`);
  }
  if (lagSeconds > slowSeconds) problems.push(`Events wait for ${formatDuration(lagSeconds)}. Is a portal running?`);
  if (!polledAt || now.getTime() - Date.parse(polledAt) > silentMinutes * 60_000) {
    problems.push(
      polledAt
        ? `Stripe was last asked for its events ${formatDuration(secondsSince(polledAt, now))} ago. Is a portal running?`
        : 'Stripe was never asked for its events. A running portal asks every five minutes.',
    );
  }
  if (pollError) problems.push(`Asking Stripe for its events failed: ${pollError}`);
  for (const run of [backfill, repair])
    if (run?.state === 'failed') problems.push(`The last ${run.kind} failed: ${run.error}`);
  if (!backfill)
    problems.push(
      'The mirror was never filled. A portal fills it at its first start, and so does npm run stripe -- backfill',
    );

  const lines = [
    `Last event     ${lastEvent ? `${lastEvent.type} ${lastEvent.id}, received ${formatDuration(secondsSince(lastEvent.receivedAt, now))} ago` : 'none yet'}`,
    `Waiting        ${waiting === 0 ? 'none' : `${pluralize(waiting, 'event')}, the oldest for ${formatDuration(lagSeconds)}`}`,
    `Not applied    ${dead === 0 ? 'none' : pluralize(dead, 'event')}`,
    `Stripe asked   ${polledAt ? `${formatDuration(secondsSince(polledAt, now))} ago` : 'never'}; ${pluralize(found, 'event')} found that no webhook had delivered`,
    `Backfill       ${describeLastRun(backfill, now)}`,
    `Repair         ${describeLastRun(repair, now)}`,
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
  if (run.kind === 'backfill') return [`Read ${pluralize(run.listed, 'object')} in ${formatDuration(seconds)}.`];
  const head = `Compared ${pluralize(run.listed, 'object')} in ${formatDuration(seconds)}.`;
  if (total === 0) return [head, 'Nothing differed from Stripe.'];
  return [
    head,
    `${pluralize(total, 'difference')} repaired:`,
    ...differences.map(
      ({ objectType, objectId, kind, fields }) =>
        `  ${kind.padEnd(8)} ${objectType} ${objectId}${fields.length > 0 ? ` (${fields.join(', ')})` : ''}`,
    ),
    ...(total > differences.length ? [`  and ${total - differences.length} more: see /Billing/Stripe, or --json`] : []),
  ];
}

function describeLastRun(run: RunStatus | null, now: Date): string {
  if (!run) return 'never';
  const { state, stepsDone, steps, listed, step, error, differences, finishedAt } = run;
  if (state === 'running') {
    const trouble = error ? `; waiting, because Stripe answered: ${error}` : '';
    return `in progress: ${pluralize(listed, 'object')} so far, list ${Math.min(stepsDone + 1, steps)} of ${steps} (${step ?? 'ending'})${trouble}`;
  }
  const when = `${formatDuration(secondsSince(finishedAt ?? run.startedAt, now))} ago`;
  if (state === 'failed') return `failed ${when}: ${error}`;
  const repaired = run.kind === 'repair' ? `, ${pluralize(differences, 'difference')} repaired` : '';
  return `done ${when}, ${pluralize(listed, 'object')}${repaired}`;
}

function pluralize(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

function secondsSince(moment: string, now: Date): number {
  return Math.max(0, (now.getTime() - Date.parse(moment)) / 1000);
}

/** Seconds in a readable unit. */
function formatDuration(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3_600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}
