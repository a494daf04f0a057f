import type Stripe from 'stripe';
import type { Work } from '../storage/work.ts';
import { runOne } from './run-one.ts';

/** More pieces of due work than this in one advance mean that something never gets done. */
const MOST = 5000;

/**
 * Moves a test clock to `target` (seconds) and does everything of its customers that becomes due on the way, in the order
 * of its time.
 */
export async function advanceClock(work: Work, clock: Stripe.TestHelpers.TestClock, target: number): Promise<void> {
  for (let done = 0; done < MOST; done += 1) {
    await work.flush();
    const { rows } = await work.connection.query(
      'select id, type, due_at from objects where test_clock = $1 and due_at <= $2 and not deleted order by due_at, sequence limit 1',
      [clock.id, target],
    );
    const [next] = rows;
    if (next === undefined) break;
    clock.frozen_time = Math.max(clock.frozen_time, Number(next.due_at));
    work.useClock(clock);
    await runOne(work, next.type, next.id, (line) => {
      throw new Error(JSON.stringify(line));
    });
  }
  clock.frozen_time = target;
  work.useClock(clock);
}
