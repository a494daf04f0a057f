import type { Logger } from 'pino';
import { z } from 'zod';
import type { Database, Queryable } from '../../db/database.ts';
import { enqueue, type JobDefinition } from '../../jobs/queue.ts';
import type { StripeClient } from '../client.ts';
import { describeError, isMissing } from '../errors.ts';
import { eventCursorQueries } from '../events/cursor.queries.ts';
import { type ListingPage, listings } from './listings.ts';
import { mirrorQueries } from './mirror.queries.ts';
import type { Mirror } from './mirror.ts';
import { runQueries as queries, type Run, type RunKind, type Step } from './runs.queries.ts';

/** Milliseconds of work before a run enqueues itself again, so that a stopping portal waits for at most one page. */
const batchMilliseconds = 3_000;
/** Days that a repair lists back (MIR-10). Objects that are not final are read whatever their age. */
const repairDays = 35;

const job = { name: 'stripe-mirror-run', maxAttempts: 20 } as const;
const payload = z.object({ runId: z.int() });
type Payload = z.infer<typeof payload>;

/** Another process works on the same run, and its transaction wins. */
class StepMovedError extends Error {}

export interface BeginOptions {
  /** Days that a repair lists back; 35 by default. */
  readonly days?: number;
}

interface RunContext {
  readonly database: Database;
  readonly client: StripeClient;
  readonly mirror: Mirror;
  readonly logger: Logger;
}

/**
 * Complete listings of Stripe: backfills and repairs. A run consists of rows and a job. It resumes at its cursors after
 * a kill and reads page by page in constant memory. The database allows one at a time (MIR-11).
 */
export function createMirrorRuns(context: RunContext) {
  const { database } = context;
  return {
    job: { ...job, run: (input, { isLast }) => workInQueue(context, input, isLast) } as JobDefinition<Payload>,
    begin: (kind: RunKind, options?: BeginOptions) => beginInQueue(context, kind, options),
    /** Begins a backfill unless one was completed: at the first start, or after a failed one (MIR-9). */
    async ensureBackfilled(): Promise<void> {
      if (!(await queries.hasBackfilled(database.query))) await beginInQueue(context, 'backfill');
    },
    hasBackfilled: () => queries.hasBackfilled(database.query),
    runToEnd: (kind: RunKind, options: BeginOptions, onBatch: (runId: number) => Promise<void>): Promise<number> =>
      runToEnd(context, kind, options, onBatch),
  };
}

export type MirrorRuns = ReturnType<typeof createMirrorRuns>;

/** Begins a run, or returns the running one. */
async function beginRun(transaction: Queryable, kind: RunKind, { days = repairDays }: BeginOptions = {}) {
  const { at: now, number: readingNumber } = await mirrorQueries.beginReading(transaction);
  const since = kind === 'repair' ? new Date(now.getTime() - days * 86_400_000) : null;
  const steps = listings.filter(({ onlySince }) => !onlySince || since !== null).map(({ name }) => name);
  // Events cover later changes.
  await eventCursorQueries.create(transaction, now);
  return queries.begin(transaction, { kind, since, steps, readingNumber });
}

/** Enqueues a run. A running one is enqueued too, in case its job was lost. */
async function beginInQueue({ database }: RunContext, kind: RunKind, options?: BeginOptions) {
  return database.transaction(async (transaction) => {
    const begun = await beginRun(transaction, kind, options);
    await enqueueBatch(transaction, begun.run.id);
    return begun;
  });
}

async function workInQueue(context: RunContext, input: Payload, isLast: boolean): Promise<void> {
  const { database, logger } = context;
  const run = await queries.find(database.query, payload.parse(input).runId);
  if (run?.state !== 'running') return;
  try {
    if ((await workOn(context, run)) === 'more') return await database.transaction((on) => enqueueBatch(on, run.id));
  } catch (error) {
    if (isLast) await queries.finish(database.query, run.id, 'failed', describeError(error));
    else await queries.noteError(database.query, run.id, describeError(error));
    throw error;
  }
  await queries.finish(database.query, run.id, 'done', null);
  logger.info({ run: run.id, kind: run.kind }, 'finished a run over all objects at Stripe');
}

/**
 * Runs to the end without the queue, for a command. Resumes a run that is not finished.
 * @param onBatch called with the run's id every few seconds.
 * @throws the error that stopped it. The next begin resumes the run.
 */
async function runToEnd(
  context: RunContext,
  kind: RunKind,
  options: BeginOptions,
  onBatch: (runId: number) => Promise<void>,
): Promise<number> {
  const { database } = context;
  const { run } = await database.transaction((transaction) => beginRun(transaction, kind, options));
  try {
    while ((await workOn(context, run)) === 'more') await onBatch(run.id);
  } catch (error) {
    await queries.noteError(database.query, run.id, describeError(error));
    throw error;
  }
  await queries.finish(database.query, run.id, 'done', null);
  return run.id;
}

/** A page that is read while the previous page is being stored. */
interface PageAhead {
  readonly step: Step;
  readonly page: Promise<ListingPage | undefined>;
}

async function workOn(context: RunContext, run: Run): Promise<'finished' | 'more'> {
  const until = performance.now() + batchMilliseconds;
  let ahead: PageAhead | undefined;
  while (performance.now() < until) {
    const step = await queries.findNextStep(context.database.query, run.id);
    if (!step) return 'finished';
    const isRead = ahead?.step.name === step.name && ahead.step.cursor === step.cursor;
    ahead = await storePage(context, run, step, isRead ? ahead?.page : undefined);
  }
  return 'more';
}

/** Starts reading the next page of the step, if there is one. */
async function storePage(
  context: RunContext,
  run: Run,
  step: Step,
  read: PageAhead['page'] | undefined,
): Promise<PageAhead | undefined> {
  const { database, mirror } = context;
  try {
    const page = await (read ?? readPage(context, run, step));
    const ahead = page?.next ? readAhead(context, run, { name: step.name, cursor: page.next }) : undefined;
    // A list that this version no longer reads counts as finished.
    const nothing = { listed: [], begun: { number: run.readingNumber, at: run.startedAt } };
    await mirror.storeListed(page ?? nothing, async (transaction, differences) => {
      const progress = { next: page?.next ?? null, listed: page?.count ?? 0, changed: differences.length };
      if (!(await queries.moveStep(transaction, run.id, step, progress))) throw new StepMovedError();
      if (run.kind === 'repair') await queries.addDifferences(transaction, run.id, differences);
    });
    return ahead;
  } catch (error) {
    if (error instanceof StepMovedError) return undefined;
    // The object of the cursor was deleted. Reading the list again is harmless.
    if (step.cursor === null || !isMissing(error)) throw error;
    await queries.restartStep(database.query, run.id, step.name);
    return undefined;
  }
}

async function readPage({ client, database }: RunContext, run: Run, step: Step): Promise<ListingPage | undefined> {
  const { since, readingNumber } = run;
  const listing = listings.find(({ name }) => name === step.name);
  return listing?.readPage(await client(), database, { cursor: step.cursor, since, readingNumber });
}

function readAhead(context: RunContext, run: Run, step: Step): PageAhead | undefined {
  if (listings.find(({ name }) => name === step.name)?.dependsOnStored) return undefined;
  const page = readPage(context, run, step);
  // Its error is handled when the page is stored, which does not happen if storing this page fails.
  page.catch(() => {});
  return { step, page };
}

async function enqueueBatch(transaction: Queryable, runId: number): Promise<void> {
  await enqueue(transaction, job, { runId }, { key: `${job.name}-${runId}`, queue: job.name });
}
