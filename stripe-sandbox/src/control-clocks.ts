import type Stripe from 'stripe';
import { type ControlContext, type DeclareControl, withWork } from './control-context.ts';
import { pageOf } from './endpoint.ts';
import { beginAdvance, beginRunning, type ClockMemory, stopRunning, timeOfClock } from './engine/clock.ts';
import { cycleDate, DAY, HOUR } from './engine/periods.ts';
import { invalidRequest } from './errors.ts';
import { integer, paging, readTable } from './parameters.ts';
import { inTransaction } from './storage/transaction.ts';
import type { Work } from './storage/work.ts';

/** A clock in the form of the control API. Times in seconds since 1970, in the clock's time. */
interface ClockView {
  id: string;
  name: string | null;
  status: string;
  /** The clock's current time. */
  time: number;
  /** Whether the clock runs, and how many seconds ahead of real time. */
  running: boolean;
  offset: number | null;
  /** The current or last advance: its start, its target, and the number of pieces of due work it did. */
  from: number | null;
  target: number | null;
  work_done: number;
  /** The error that stopped the last advance before its target. */
  failure: string | null;
  /** Some of the clock's customers, and the number of all of them. */
  customers: { id: string; name: string | null; email: string | null }[];
  customers_total: number;
  /** The first thing that will be due. */
  next_due: { id: string; type: string; at: number } | null;
}

const advanceTable = {
  days: integer({ most: 3660 }),
  frozen_time: integer(),
  hours: integer({ most: 100_000 }),
  months: integer({ most: 120 }),
};

/** Test clocks: advancing one in the background, and running one in real time. */
export function registerClockControl(declare: DeclareControl, context: ControlContext): void {
  const change = async (id: string, run: (work: Work, clock: Stripe.TestHelpers.TestClock) => void) => {
    const view = await inTransaction(context.database, context.site, async (work) => {
      const clock = await work.get('test_helpers.test_clock', id);
      run(work, clock);
      await work.flush();
      return clockView(work, clock);
    });
    context.onEvents();
    context.onDue();
    return view;
  };

  declare('GET', 'clocks', ({ given }) =>
    withWork(context, async (work) => {
      const { objects, hasMore } = await work.page('test_helpers.test_clock', pageOf(readTable(paging, given)));
      return { data: await clockViews(work, objects), has_more: hasMore };
    }),
  );

  declare('GET', 'clocks/:id', ({ id }) =>
    withWork(context, async (work) => clockView(work, await work.get('test_helpers.test_clock', id))),
  );

  // Answers at once. The engine does the work; `status` is `advancing` until it is done.
  declare('POST', 'clocks/:id/advance', ({ id, given }) => {
    const asked = readTable(advanceTable, given);
    return change(id, (work, clock) => {
      const from = timeOfClock(clock, work.internal<ClockMemory>(clock.id), work.realNow);
      beginAdvance(work, clock, advanceTarget(from, asked));
    });
  });

  declare('POST', 'clocks/:id/run', ({ id, given }) => {
    const { offset } = readTable({ offset: integer({ least: -3_000_000_000 }) }, given);
    return change(id, (work, clock) => beginRunning(work, clock, offset));
  });

  declare('POST', 'clocks/:id/stop', ({ id }) => change(id, stopRunning));
}

/**
 * The target of an advance: a moment, or an offset in months, days and hours. A month that is too short ends on its
 * last day.
 */
function advanceTarget(
  from: number,
  asked: {
    frozen_time?: number | undefined;
    months?: number | undefined;
    days?: number | undefined;
    hours?: number | undefined;
  },
): number {
  const { frozen_time, months = 0, days = 0, hours = 0 } = asked;
  if (frozen_time !== undefined) return frozen_time;
  if (months + days + hours === 0) {
    throw invalidRequest('Say where to: frozen_time, or months, days and hours.', { param: 'frozen_time' });
  }
  return cycleDate(from, { interval: 'month', interval_count: 1 }, months) + days * DAY + hours * HOUR;
}

/** Maximum number of customers that are listed by name. */
const NAMED = 5;

/** The clock in the form of the control API. */
async function clockView(work: Work, clock: Stripe.TestHelpers.TestClock): Promise<ClockView> {
  const [view] = await clockViews(work, [clock]);
  if (view === undefined) throw new Error(`${clock.id} has no view`);
  return view;
}

/**
 * Clocks in the form of the control API, in their order. One query reads the customers and due objects of all of
 * them.
 */
async function clockViews(work: Work, clocks: Stripe.TestHelpers.TestClock[]): Promise<ClockView[]> {
  const { rows } = await work.connection.query<{
    customers: ClockView['customers'] | null;
    total: number;
    next_due: ClockView['next_due'];
  }>(
    `select
       (select count(*)::int from objects
        where test_clock = clock.id and type = 'customer' and not deleted) as total,
       (select json_agg(json_build_object('id', id, 'name', data -> 'name', 'email', data -> 'email') order by sequence)
        from (select id, data, sequence from objects where test_clock = clock.id and type = 'customer' and not deleted
              order by sequence limit $2) named) as customers,
       (select json_build_object('id', id, 'type', type, 'at', due_at) from objects
        where test_clock = clock.id and due_at is not null and not deleted order by due_at, sequence limit 1) as next_due
     from unnest($1::text[]) with ordinality as clock(id, place) order by place`,
    [clocks.map(({ id }) => id), NAMED],
  );
  return clocks.map((clock, index) => {
    const memory = work.internal<ClockMemory>(clock.id);
    return {
      id: clock.id,
      name: clock.name,
      status: clock.status,
      time: timeOfClock(clock, memory, work.realNow),
      running: memory.offset !== undefined,
      offset: memory.offset ?? null,
      from: memory.advance?.from ?? null,
      target: memory.advance?.target ?? null,
      work_done: memory.advance?.done ?? 0,
      failure: memory.failure ?? null,
      customers: rows[index]?.customers ?? [],
      customers_total: rows[index]?.total ?? 0,
      next_due: rows[index]?.next_due ?? null,
    };
  });
}
