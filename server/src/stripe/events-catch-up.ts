import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { enqueue, type JobDefinition } from '../jobs/queue.ts';
import type { MirrorRuns } from './backfill.ts';
import type { StripeClient } from './client.ts';
import { eventQueries } from './events.queries.ts';
import { isWanted, toKeptEvent } from './events.ts';
import { eventCursorQueries as cursors, type EventCursor } from './events-cursor.queries.ts';
import { mirrorQueries } from './mirror.queries.ts';
import { describeError, isMissing } from './mirror-errors.ts';
import { pageSize, startingAfter } from './mirror-reads.ts';

/** Events are listed again from this long before the cursor, in milliseconds: several share a second, and some are listed late. */
const overlap = 120_000;
/** An event this old that no webhook brought was lost, in milliseconds; a younger one may be on its way. */
const lateAfter = 60_000;
/** Stripe lists events of 30 days. A cursor near that age has a gap behind it that only a whole listing closes. In milliseconds. */
const listedFor = 29 * 86_400_000;
/** A sweep works this long at a stretch. */
const stretchMilliseconds = 3_000;

/**
 * Lists events past the cursor every five minutes, so that one whose webhook was lost is applied all the same. The sweep goes from the newest
 * back to the cursor, page by page; one that was cut off goes on, and the cursor moves only at its end.
 */
export function createCatchUp(dependencies: {
  database: Database;
  client: StripeClient;
  runs: MirrorRuns;
  logger: Logger;
}) {
  const { database, client, runs, logger } = dependencies;
  const job: JobDefinition<object> = {
    name: 'stripe-catch-up',
    maxAttempts: 3,
    schedule: '*/5 * * * *',
    run: async () => {
      // Also begins the first filling, and again one that failed.
      await runs.ensureFilled();
      const forgotten = await eventQueries.enqueueForgotten(database.query);
      if (forgotten.length > 0) logger.warn({ objects: forgotten.length }, 'found events that had lost their job');
      try {
        if (await sweep()) return;
      } catch (error) {
        await cursors.noteError(database.query, describeError(error));
        throw error;
      }
      await database.transaction((on) => enqueue(on, job, {}, { key: job.name }));
    },
  };

  /** @returns whether the cursor was reached. */
  async function sweep(): Promise<boolean> {
    const until = performance.now() + stretchMilliseconds;
    while (performance.now() < until) {
      const cursor = await cursors.find(database.query);
      if (!cursor || (await takePage(cursor))) return true;
    }
    return false;
  }

  async function takePage({ eventCreated, sweepFrom, sweepAfter, sweepUntil }: EventCursor): Promise<boolean> {
    const stripe = await client();
    const now = await mirrorQueries.now(database.query);
    if (now.getTime() - eventCreated.getTime() > listedFor && !sweepAfter) {
      logger.warn({ since: eventCreated }, 'events were not listed for a month: everything is listed again');
      await runs.begin('backfill');
    }
    const from = sweepFrom ?? new Date(eventCreated.getTime() - overlap);
    const page = await stripe.events
      .list({ limit: pageSize, created: { gte: Math.floor(from.getTime() / 1000) }, ...startingAfter(sweepAfter) })
      .catch(async (error: unknown) => {
        if (!sweepAfter || !isMissing(error)) throw error;
        await cursors.dropSweep(database.query);
        return undefined;
      });
    if (!page) return false;
    const all = page.data.map((event) => ({ event, kept: toKeptEvent(event) }));
    const events = all.filter(({ event }) => isWanted(event)).map(({ kept }) => kept);
    // One that nobody can read is kept as dead, and the listing goes on behind it.
    const last = page.data.findLast(({ id }, index) => all[index]?.kept.id === id);
    // An event of a test clock may carry a moment that is yet to come, and one that nobody can read any.
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
      if (found > 0) logger.warn({ events: found }, 'found events whose webhook did not arrive');
      if (page.has_more && last) {
        await cursors.moveSweep(transaction, { from, after: last.id, until: reached, found });
        return false;
      }
      await cursors.endSweep(transaction, { until: reached, found });
      return true;
    });
  }

  return { job, sweep };
}
