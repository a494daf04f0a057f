import { sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';

/** The time up to which events were listed, and the current listing. */
export interface EventCursor {
  readonly eventCreated: Date;
  readonly sweepFrom: Date | null;
  readonly sweepAfter: string | null;
  readonly sweepUntil: Date | null;
}

const moment = (value: unknown) => (value === null || value === undefined ? null : new Date(value as string));

export const eventCursorQueries = {
  /** Creates the first cursor. An existing one is kept. */
  async create(on: Queryable, from: Date): Promise<void> {
    await on.execute(
      sql`insert into stripe_event_cursor (event_created) values (${from.toISOString()}) on conflict do nothing`,
    );
  },

  async find(on: Queryable): Promise<EventCursor | undefined> {
    const { rows } = await on.execute(
      sql`select event_created, sweep_from, sweep_after, sweep_until from stripe_event_cursor`,
    );
    const [row] = rows;
    return (
      row && {
        eventCreated: moment(row.event_created) as Date,
        sweepFrom: moment(row.sweep_from),
        sweepAfter: row.sweep_after as string | null,
        sweepUntil: moment(row.sweep_until),
      }
    );
  },

  /** Stores the progress of a run after a page. */
  async moveSweep(on: Queryable, sweep: { from: Date; after: string; until: Date; found: number }): Promise<void> {
    await on.execute(
      sql`update stripe_event_cursor set sweep_from = ${sweep.from.toISOString()}, sweep_after = ${sweep.after},
        sweep_until = ${sweep.until.toISOString()}, found = found + ${sweep.found}, polled_at = now(), error = null`,
    );
  },

  /** Ends a run: everything until `until` was listed. */
  async endSweep(on: Queryable, { until, found }: { until: Date; found: number }): Promise<void> {
    await on.execute(
      sql`update stripe_event_cursor set event_created = greatest(event_created, ${until.toISOString()}::timestamptz), sweep_from = null,
        sweep_after = null, sweep_until = null, found = found + ${found}, polled_at = now(), error = null`,
    );
  },

  /** Ends a run that lost its position in the list. The next one starts over. */
  async dropSweep(on: Queryable): Promise<void> {
    await on.execute(sql`update stripe_event_cursor set sweep_from = null, sweep_after = null, sweep_until = null`);
  },

  /** Records that the webhook refused an event for its signature. */
  async recordRefusal(on: Queryable, refusal: 'wrongSignature' | 'oldSignature'): Promise<void> {
    await on.execute(sql`update stripe_event_cursor set refused_at = now(), refusal = ${refusal}`);
  },

  async noteError(on: Queryable, error: string): Promise<void> {
    await on.execute(sql`update stripe_event_cursor set error = ${error}`);
  },
};
