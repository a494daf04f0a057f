import type Stripe from 'stripe';
import { invalidRequest } from '../errors.ts';
import type { Connection } from '../storage/connection.ts';
import { type Site, Work } from '../storage/work.ts';
import { doPiece, type Piece, runOne } from './run-one.ts';

type TestClock = Stripe.TestHelpers.TestClock;

/** Work of a running clock that is more than this many seconds late is done at its due time instead of now. */
const ON_TIME = 60;

/** Internal data of a test clock. Times in seconds. */
export interface ClockMemory {
  /** Seconds that a running clock is ahead of real time, negative when behind. Absent while the clock is stopped. */
  offset?: number;
  /** The current or last advance. */
  advance?: { from: number; target: number; done: number };
  /** The error that stopped the last advance before its target. */
  failure?: string;
}

/**
 * The time of a clock, in seconds. A running clock follows real time. While it advances, its time is that of the
 * last piece of work, so that concurrent changes happen in order.
 */
export function timeOfClock(clock: TestClock, memory: ClockMemory, realNow: number): number {
  if (memory.offset === undefined || clock.status === 'advancing') return clock.frozen_time;
  return Math.max(clock.frozen_time, realNow + memory.offset);
}

/** A loaded clock in its current API form. */
export function clockNow(work: Work, clock: TestClock): TestClock {
  return { ...clock, frozen_time: timeOfClock(clock, work.internal<ClockMemory>(clock.id), work.realNow) };
}

/**
 * Starts an advance towards `target` (seconds). `finishAdvance` does the work at once, `workOnClock` piece by piece.
 * Throws when the clock is advancing already or would move back.
 */
export function beginAdvance(work: Work, clock: TestClock, target: number): void {
  needNotAdvancing(clock);
  const memory = work.internal<ClockMemory>(clock.id);
  const from = timeOfClock(clock, memory, work.realNow);
  if (target <= from) {
    throw invalidRequest('The frozen time must be later than the current frozen time of the test clock.', {
      param: 'frozen_time',
    });
  }
  if (memory.offset !== undefined) memory.offset = target - work.realNow;
  setOff(work, clock, from, target);
}

/**
 * Makes a clock run in real time. Without `offset` it continues from its current time; with `offset` it first
 * advances to real time plus that many seconds.
 */
export function beginRunning(work: Work, clock: TestClock, offset: number | undefined): void {
  needNotAdvancing(clock);
  const memory = work.internal<ClockMemory>(clock.id);
  const from = timeOfClock(clock, memory, work.realNow);
  if (offset !== undefined && work.realNow + offset < from) {
    throw invalidRequest('A test clock cannot go back: it is ahead of that already.', { param: 'offset' });
  }
  memory.offset = offset ?? from - work.realNow;
  work.setDue(clock.id, 0);
  if (work.realNow + memory.offset > from) setOff(work, clock, from, work.realNow + memory.offset);
}

/** Stops a running clock at its current time. */
export function stopRunning(work: Work, clock: TestClock): void {
  needNotAdvancing(clock);
  const memory = work.internal<ClockMemory>(clock.id);
  clock.frozen_time = timeOfClock(clock, memory, work.realNow);
  delete memory.offset;
  work.setDue(clock.id, null);
}

function needNotAdvancing(clock: TestClock): void {
  if (clock.status !== 'advancing') return;
  throw invalidRequest('The test clock is being advanced. Wait until its status is ready.', { param: 'test_clock' });
}

function setOff(work: Work, clock: TestClock, from: number, target: number): void {
  const memory = work.internal<ClockMemory>(clock.id);
  memory.advance = { from, target, done: 0 };
  delete memory.failure;
  clock.frozen_time = from;
  clock.status = 'advancing';
  clock.status_details = { advancing: { target_frozen_time: target } };
  // Marks the clock for the engine.
  work.setDue(clock.id, 0);
  work.useClock(clock);
  work.announce('test_helpers.test_clock.advancing', clock);
}

function arrive(work: Work, clock: TestClock): void {
  const memory = work.internal<ClockMemory>(clock.id);
  clock.frozen_time = memory.advance?.target ?? clock.frozen_time;
  clock.status = 'ready';
  clock.status_details = {};
  if (memory.offset === undefined) work.setDue(clock.id, null);
  work.useClock(clock);
  work.announce('test_helpers.test_clock.ready', clock);
}

/** Does a whole advance within the transaction of `work`, which is rolled back when a piece fails. */
export async function finishAdvance(work: Work, clock: TestClock): Promise<void> {
  await work.flush();
  const memory = work.internal<ClockMemory>(clock.id);
  const target = memory.advance?.target ?? clock.frozen_time;
  for (;;) {
    const piece = await nextPiece(work.connection, clock.id, target);
    if (piece === null) break;
    clock.frozen_time = Math.max(clock.frozen_time, piece.dueAt);
    await doPiece(workAt(work.connection, work.site, clock), piece);
    if (memory.advance !== undefined) memory.advance.done += 1;
  }
  arrive(work, clock);
}

/**
 * Does due work of an advancing or running clock in time order, for about `budget` milliseconds. Runs in a
 * transaction that holds the write lock.
 */
export async function workOnClock(
  work: Work,
  options: { clock: string; budget: number; log(line: object): void },
): Promise<void> {
  const { connection, site } = work;
  const clock = await work.find('test_helpers.test_clock', options.clock);
  if (clock === undefined) return;
  const memory = work.internal<ClockMemory>(clock.id);
  if (clock.status !== 'advancing' && memory.offset === undefined) return;
  const ends = performance.now() + options.budget;
  const target =
    clock.status === 'advancing'
      ? (memory.advance?.target ?? clock.frozen_time)
      : timeOfClock(clock, memory, work.realNow);
  let isDone = false;
  while (!isDone && performance.now() < ends) {
    const piece = await nextPiece(connection, clock.id, target);
    if (piece === null) {
      if (clock.status === 'advancing') arrive(work, clock);
      isDone = true;
    } else if (clock.status === 'advancing') isDone = !(await tryPiece(work, clock, piece));
    else {
      const isLate = target - piece.dueAt > ON_TIME;
      clock.frozen_time = Math.max(clock.frozen_time, isLate ? piece.dueAt : target);
      await runOne(workAt(connection, site, clock), piece, options.log);
    }
  }
  await work.flush();
}

/**
 * Does one piece of an advance. Returns false when the piece failed: the clock then stops before it and keeps the
 * reason.
 */
async function tryPiece(work: Work, clock: TestClock, piece: Piece): Promise<boolean> {
  const memory = work.internal<ClockMemory>(clock.id);
  const before = clock.frozen_time;
  clock.frozen_time = Math.max(before, piece.dueAt);
  await work.connection.query('savepoint piece');
  try {
    await doPiece(workAt(work.connection, work.site, clock), piece);
    await work.connection.query('release savepoint piece');
    if (memory.advance !== undefined) memory.advance.done += 1;
    return true;
  } catch (error) {
    await work.connection.query('rollback to savepoint piece');
    clock.frozen_time = before;
    clock.status = 'internal_failure';
    clock.status_details = {};
    memory.failure = `${piece.id}: ${(error as Error).message}`;
    delete memory.offset;
    work.setDue(clock.id, null);
    work.useClock(clock);
    work.announce('test_helpers.test_clock.internal_failure', clock);
    return false;
  }
}

/** The first due object of a clock's customers, up to `target`. */
async function nextPiece(connection: Connection, clock: string, target: number): Promise<Piece | null> {
  const { rows } = await connection.query({
    name: 'next due of clock',
    text: `select id, type, due_at from objects where test_clock = $1 and due_at <= $2 and not deleted
           order by due_at, sequence limit 1`,
    values: [clock, target],
  });
  return rows[0] === undefined ? null : { id: rows[0].id, type: rows[0].type, dueAt: Number(rows[0].due_at) };
}

/** A new unit of work for each piece, so that objects loaded earlier are not compared again at every write. */
function workAt(connection: Connection, site: Site, clock: TestClock): Work {
  const work = new Work(connection, site);
  work.useClock(clock);
  return work;
}
