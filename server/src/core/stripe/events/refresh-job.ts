import { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { dropJobs } from '../../jobs/queue.queries.ts';
import type { JobDefinition } from '../../jobs/queue.ts';
import { describeError, isUnreadable } from '../errors.ts';
import { type Mirror, OvertakenError } from '../mirror/mirror.ts';
import { isMirrored, type MirroredType } from '../mirror/rows.ts';
import { eventQueries, refreshAttempts, refreshJobName } from './events.queries.ts';

const payload = z.object({ type: z.string(), id: z.string(), created: z.number().nullish() });
type Payload = z.infer<typeof payload>;

/** Maximum number of objects that one job reads: two pages of a list. */
const objectsAJob = 200;

interface RefreshContext {
  readonly database: Database;
  readonly mirror: Mirror;
}

/**
 * Refreshes the object of events. Events are only hints (MIR-4), so one read serves all events stored before it.
 * Objects with jobs behind this one are read too. If an object cannot be read within three days, its events are dead.
 */
export function refreshJob(context: RefreshContext): JobDefinition<Payload> {
  return {
    name: refreshJobName,
    maxAttempts: refreshAttempts,
    run: async (input, { isLast }) => {
      const own = payload.parse(input);
      if (isMirrored(own.type)) await refreshWithOthers(context, own.type, own, isLast);
    },
  };
}

async function refreshWithOthers(
  { database, mirror }: RefreshContext,
  type: MirroredType,
  own: Payload,
  isLast: boolean,
): Promise<void> {
  const jobs = await eventQueries.listJobsBehind(database.query, type, objectsAJob - 1);
  const behind = new Map(jobs.map((job) => [payload.parse(job.payload).id, job]));
  behind.delete(own.id);
  const waiting = await eventQueries.listWaiting(database.query, [own.id, ...behind.keys()]);
  const ownEvents = waiting.get(own.id);
  if (!ownEvents) return;
  const others = [...behind.values()].map((job) => payload.parse(job.payload)).filter(({ id }) => waiting.has(id));
  try {
    const refreshed = await mirror.refreshTogether(type, own, others);
    const done = [...behind].filter(([other]) => refreshed.has(other));
    const events = [...ownEvents, ...done.flatMap(([other]) => waiting.get(other) ?? [])];
    await eventQueries.markApplied(database.query, events);
    await dropJobs(
      database.query,
      done.map(([, job]) => job),
    );
  } catch (error) {
    const isHopeless = isUnreadable(error);
    // An object that could not be stored leaves a dead event immediately, so that operators see it. Its job still
    // retries.
    const isDead = isLast || isHopeless || error instanceof OvertakenError;
    await eventQueries.markFailed(database.query, ownEvents, describeError(error), isDead);
    if (!isHopeless) throw error;
  }
}
