import type Stripe from 'stripe';
import { type ControlContext, type DeclareControl, inWork, withWork } from './control-context.ts';
import { pageOf } from './endpoint.ts';
import { beginAdvance, beginRunning, type ClockMemory, stopRunning, timeOfClock } from './engine/clock.ts';
import { cycleDate, DAY, HOUR } from './engine/periods.ts';
import { invalidRequest } from './errors.ts';
import { integer, paging, readTable } from './parameters.ts';
import type { Work } from './storage/work.ts';

/** A clock as the control shows it. Times in seconds since 1970, in the time of the clock. */
interface ClockView {
  id: string;
  name: string | null;
  status: string;
  /** What time it is there. */
  time: number;
  /** Whether it goes on by itself, and how many seconds ahead of real time. */
  running: boolean;
  offset: number | null;
  /** Of the advance under way, or of the last one: where it began and leads, and how many pieces of due work it did. */
  from: number | null;
  target: number | null;
  work_done: number;
  /** Why the last advance stopped before its target. */
  failure: string | null;
  /** A few of its customers, and how many there are. */
  customers: { id: string; name: string | null; email: string | null }[];
  customers_total: number;
  /** What will happen first when it is advanced. */
  next_due: { id: string; type: string; at: number } | null;
}

const advanceTable = {
  days: integer({ most: 3660 }),
  frozen_time: integer(),
  hours: integer({ most: 100_000 }),
  months: integer({ most: 120 }),
};

/** Test clocks: advancing one in the background, and letting one go on in real time. */
export function registerClockControl(declare: DeclareControl, context: ControlContext): void {
  const change = async (id: string, run: (work: Work, clock: Stripe.TestHelpers.TestClock) => void) => {
    const view = await inWork(context, async (work) => {
      const clock = await work.get('test_helpers.test_clock', id);
      run(work, clock);
      await work.flush();
      return viewOf(work, clock);
    });
    context.onEvents();
    context.onDue();
    return view;
  };

  declare('GET', 'clocks', ({ given }) =>
    withWork(context, async (work) => {
      const { objects, hasMore } = await work.page('test_helpers.test_clock', pageOf(readTable(paging, given)));
      const data = [];
      for (const clock of objects) data.push(await viewOf(work, clock));
      return { data, has_more: hasMore };
    }),
  );

  declare('GET', 'clocks/:id', ({ id }) =>
    withWork(context, async (work) => viewOf(work, await work.get('test_helpers.test_clock', id))),
  );

  // Answers at once; the engine does the work, and `status` is `advancing` until it is done.
  declare('POST', 'clocks/:id/advance', ({ id, given }) => {
    const asked = readTable(advanceTable, given);
    return change(id, (work, clock) => {
      const from = timeOfClock(clock, work.internal<ClockMemory>(clock.id), work.realNow);
      beginAdvance(work, clock, targetOf(from, asked));
    });
  });

  declare('POST', 'clocks/:id/run', ({ id, given }) => {
    const { offset } = readTable({ offset: integer({ least: -3_000_000_000 }) }, given);
    return change(id, (work, clock) => beginRunning(work, clock, offset));
  });

  declare('POST', 'clocks/:id/stop', ({ id }) => change(id, stopRunning));
}

/** Where an advance leads: to a moment, or so many months, days and hours on. A month that is too short ends on its last day. */
function targetOf(
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

/** How many customers of a clock are named. */
const NAMED = 5;

async function viewOf(work: Work, clock: Stripe.TestHelpers.TestClock): Promise<ClockView> {
  const memory = work.internal<ClockMemory>(clock.id);
  const { rows } = await work.connection.query(
    `select
       (select count(*)::int from objects where test_clock = $1 and type = 'customer' and not deleted) as total,
       (select json_agg(json_build_object('id', id, 'name', data -> 'name', 'email', data -> 'email') order by sequence)
        from (select id, data, sequence from objects where test_clock = $1 and type = 'customer' and not deleted
              order by sequence limit $2) named) as customers,
       (select json_build_object('id', id, 'type', type, 'at', due_at) from objects
        where test_clock = $1 and due_at is not null and not deleted order by due_at, sequence limit 1) as next_due`,
    [clock.id, NAMED],
  );
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
    customers: rows[0].customers ?? [],
    customers_total: rows[0].total,
    next_due: rows[0].next_due,
  };
}
