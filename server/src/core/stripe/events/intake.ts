import { type Database, isDatabaseUnavailable, retryOnConflict } from '../../db/database.ts';
import { eventQueries } from './events.queries.ts';
import type { StoredEvent } from './events.ts';

/** Maximum number of events per statement. */
const maxBatchSize = 100;

interface Arrival {
  readonly event: StoredEvent;
  readonly stored: PromiseWithResolvers<void>;
}

/** Events that wait for the current statement. */
export interface EventIntake {
  readonly database: Database;
  readonly waiting: Arrival[];
  isStoring: boolean;
}

export function createEventIntake(database: Database): EventIntake {
  return { database, waiting: [], isStoring: false };
}

/**
 * Stores an event together with its job (MIR-6). Events that arrive while a statement runs are stored together by the
 * next one.
 * @throws if this event could not be stored.
 */
export function storeEvent(intake: EventIntake, event: StoredEvent): Promise<void> {
  const stored = Promise.withResolvers<void>();
  intake.waiting.push({ event, stored });
  if (!intake.isStoring) void storeWaiting(intake);
  return stored.promise;
}

async function storeWaiting(intake: EventIntake): Promise<void> {
  intake.isStoring = true;
  while (intake.waiting.length > 0) await storeTogether(intake, intake.waiting.splice(0, maxBatchSize));
  intake.isStoring = false;
}

async function storeTogether(intake: EventIntake, arrivals: readonly Arrival[]): Promise<void> {
  try {
    const events = arrivals.map(({ event }) => event);
    await retryOnConflict(() => eventQueries.receive(intake.database.query, events, 'webhook'));
    for (const { stored } of arrivals) stored.resolve();
  } catch (error) {
    // An event that cannot be stored must not prevent the others.
    if (arrivals.length > 1 && !isDatabaseUnavailable(error)) {
      for (const arrival of arrivals) await storeTogether(intake, [arrival]);
    } else {
      for (const { stored } of arrivals) stored.reject(error);
    }
  }
}
