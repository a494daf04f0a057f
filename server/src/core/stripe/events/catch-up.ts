import type { Logger } from 'pino';
import type Stripe from 'stripe';
import type { Database } from '../../db/database.ts';
import { enqueue, type JobDefinition } from '../../jobs/queue.ts';
import type { StripeClient } from '../client.ts';
import { describeError, isMissing } from '../errors.ts';
import { mirrorQueries } from '../mirror/mirror.queries.ts';
import { pageSize, startingAfter } from '../mirror/reads.ts';
import type { MirrorRuns } from '../mirror/runs.ts';
import { eventCursorQueries as cursors, type EventCursor } from './cursor.queries.ts';
import { eventQueries } from './events.queries.ts';
import { isWanted, type StoredEvent, toStoredEvent } from './events.ts';

/**
 * Milliseconds before the cursor from which events are listed again, because several share a second and some are listed
 * late (MIR-8).
 */
const overlap = 120_000;
/** Milliseconds after which an event that no webhook delivered counts as lost. A younger one may still arrive. */
const lateAfter = 60_000;
/**
 * Milliseconds. Stripe lists events of the last 30 days, so an older cursor leaves a gap that only a listing of all
 * objects closes.
 */
const listedFor = 29 * 86_400_000;
/** Maximum milliseconds of work before a run enqueues itself again. */
const batchMilliseconds = 3_000;

interface CatchUpContext {
  readonly database: Database;
  readonly client: StripeClient;
  readonly runs: MirrorRuns;
  readonly logger: Logger;
}

const jobName = 'stripe-catch-up';
const jobAttempts = 3;

/**
 * Lists events since the cursor every five minutes, so that an event with a lost webhook is still applied (MIR-8). A
 * run reads from the newest event back, resumes after a kill, and moves the cursor at its end.
 */
export function createCatchUp(context: CatchUpContext) {
  const job: JobDefinition<object> = {
    name: jobName,
    maxAttempts: jobAttempts,
    schedule: '*/5 * * * *',
    run: () => catchUp(context),
  };
  return { job, sweep: () => sweep(context) };
}

async function catchUp(context: CatchUpContext): Promise<void> {
  const { database, runs, logger } = context;
  // Also begins the first backfill, and repeats a failed one.
  await runs.ensureBackfilled();
  const forgotten = await eventQueries.enqueueForgotten(database.query);
  if (forgotten.length > 0) logger.warn({ objects: forgotten.length }, 'found events with lost jobs');
  try {
    if (await sweep(context)) return;
  } catch (error) {
    await cursors.noteError(database.query, describeError(error));
    throw error;
  }
  await database.transaction((on) => enqueue(on, { name: jobName, maxAttempts: jobAttempts }, {}, { key: jobName }));
}

/** @returns whether the cursor was reached. */
async function sweep(context: CatchUpContext): Promise<boolean> {
  const until = performance.now() + batchMilliseconds;
  // Pages that are skipped by time are skipped in one run, because the cursor only stores ids.
  for (let upTo: number | undefined; upTo !== undefined || performance.now() < until; ) {
    const cursor = await cursors.find(context.database.query);
    const next = cursor ? await storePage(context, cursor, upTo) : 'end';
    if (next === 'end') return true;
    upTo = next.upTo;
  }
  return false;
}

/** @param upTo the second at which the page begins, if there is no event id to continue after. */
async function storePage(
  context: CatchUpContext,
  cursor: EventCursor,
  upTo?: number,
): Promise<{ readonly upTo?: number } | 'end'> {
  const { database, client, logger } = context;
  const { eventCreated, sweepFrom, sweepAfter, sweepUntil } = cursor;
  const stripe = await client();
  const now = await mirrorQueries.now(database.query);
  const from = sweepFrom ?? new Date(eventCreated.getTime() - overlap);
  const since = Math.floor(from.getTime() / 1000);
  const place = upTo === undefined ? startingAfter(sweepAfter) : {};
  const page = await stripe.events
    .list({ limit: pageSize, created: { gte: since, ...(upTo !== undefined && { lte: upTo }) }, ...place })
    .catch(async (error: unknown) => {
      if (!sweepAfter || !isMissing(error)) throw error;
      await cursors.dropSweep(database.query);
      return undefined;
    });
  if (!page) return {};
  if (now.getTime() - eventCreated.getTime() > listedFor && !sweepAfter && upTo === undefined)
    await listEverything(context, new Date(now.getTime() - listedFor), 'events were not listed for a month');
  const all = page.data.map((event) => ({ event, kept: toStoredEvent(event) }));
  const events = all.filter(({ event }) => isWanted(event)).map(({ kept }) => kept);
  const next = page.has_more ? placeBehind(all, since, upTo) : 'end';
  if (next === 'nowhere') await listEverything(context, now, 'a whole page of events names neither ids nor moments');
  // An event of a test clock may have a time in the future, or an invalid one.
  const newest = Math.max(
    from.getTime(),
    ...all.filter(({ kept }) => !kept.error).map(({ kept }) => Date.parse(kept.created)),
  );
  const reached = sweepUntil ?? new Date(Math.min(now.getTime(), newest));
  return database.transaction(async (transaction) => {
    const fresh = new Set(await eventQueries.receive(transaction, events, 'catch_up'));
    const taken = events.filter(({ id }) => fresh.has(id));
    for (const { id, error } of taken.filter((event) => event.error))
      logger.warn({ event: id, error }, 'an event cannot be read');
    const found = taken.filter(
      ({ created, error }) => !error && now.getTime() - Date.parse(created) > lateAfter,
    ).length;
    if (found > 0) logger.warn({ events: found }, 'found events that no webhook delivered');
    if (next === 'end' || next === 'nowhere') {
      await cursors.endSweep(transaction, { until: next === 'end' ? reached : now, found });
      return 'end';
    }
    if (next.after !== undefined)
      await cursors.moveSweep(transaction, { from, after: next.after, until: reached, found });
    return next;
  });
}

/**
 * Lists all objects, because events before a given time can no longer be listed (MIR-9).
 * @throws if another run is listing, because it may already have passed the objects. The cursor stays, and the next
 * run tries again.
 */
async function listEverything({ runs, logger }: CatchUpContext, before: Date, reason: string): Promise<void> {
  const { run, isNew } = await runs.begin('backfill');
  if (run.kind !== 'backfill' || run.startedAt < before)
    throw new Error(`All objects must be listed again after run ${run.id}, because ${reason}`);
  if (isNew) logger.warn({ run: run.id, reason }, 'all objects are listed again');
}

/**
 * Where a listing of events continues: after an id, or at a second if the page contains no id. 'nowhere' if it contains
 * no valid time either.
 */
type Place = { readonly after?: string; readonly upTo?: number } | 'nowhere';

/** @param since the second at which the listing ends. @param upTo the second at which the page began, if any. */
function placeBehind(
  page: readonly { readonly event: Stripe.Event; readonly kept: StoredEvent }[],
  since: number,
  upTo = Number.POSITIVE_INFINITY,
): Place {
  const last = page.findLast(({ event, kept }) => event.id === kept.id);
  if (last) return { after: last.kept.id };
  // Events are listed newest first. Times outside of the requested range, and the requested second itself, are ignored.
  const oldest = page.findLast(
    ({ event: { created } }) => Number.isInteger(created) && created >= since && created < upTo,
  );
  return oldest ? { upTo: oldest.event.created } : 'nowhere';
}
