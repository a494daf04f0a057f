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

/** Objects that one job reads: two pages of a list. */
const objectsAJob = 200;

interface RefreshContext {
  readonly database: Database;
  readonly mirror: Mirror;
}

/**
 * Reads the object that events spoke of. Events are hints only: the object is read afresh, so that duplicates, reordering and replays end in the
 * same state, and one reading serves all events that were here when it began. Objects whose jobs wait behind this one are read along with it, and
 * written in one transaction; what fails of them is left to their own jobs. What can never be read, or not within three days, leaves dead events:
 * kept with their error until somebody retries them.
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
    // One that no reading could be stored for is dead at once, so that somebody sees it; its job tries again all the same.
    const isDead = isLast || isHopeless || error instanceof OvertakenError;
    await eventQueries.markFailed(database.query, ownEvents, describeError(error), isDead);
    if (!isHopeless) throw error;
  }
}
