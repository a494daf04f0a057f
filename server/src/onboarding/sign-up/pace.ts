import { setTimeout as pauseFor } from 'node:timers/promises';

/** What a registration has to do at Stripe: nothing, to make what costs nothing now, or to charge. */
export type Work = 'nothing' | 'free' | 'paid';

/** Milliseconds that each takes, as far as is known before the first one. */
const initialMilliseconds: Readonly<Record<Work, number>> = { nothing: 0, free: 700, paid: 1_200 };

/** How many of the latest are maxSamples of each: few, so that a provider who becomes slow is soon followed. */
const maxSamples = 10;

/** Nobody waits longer for nothing than this, however slow the payment provider was. */
const maxMilliseconds = 10_000;

/** How long the latest registrations took from the moment at which their addresses were looked up. */
export interface Pace {
  /** Records how many milliseconds a registration took that succeeded at once. */
  record(work: Work, milliseconds: number): void;
  /**
   * Waits until a form has taken as long as one of the latest registrations, drawn at random, because their spread reveals as much as their median.
   * @param milliseconds how long the form has taken so far
   */
  wait(work: Work, milliseconds: number): Promise<void>;
}

export function createPace(
  pause: (milliseconds: number) => Promise<unknown> = pauseFor,
  random: () => number = Math.random,
): Pace {
  const times: Record<Work, number[]> = { nothing: [], free: [], paid: [] };
  const draw = (work: Work) => {
    const latest = times[work];
    return latest[Math.floor(random() * latest.length)] ?? initialMilliseconds[work] * (0.75 + random() / 2);
  };
  return {
    record(work, milliseconds) {
      times[work].push(Math.min(milliseconds, maxMilliseconds));
      if (times[work].length > maxSamples) times[work].shift();
    },
    async wait(work, milliseconds) {
      await pause(Math.max(0, draw(work) - milliseconds));
    },
  };
}

/** The pace of this process, in memory. Each process has its own (SIGN-18). */
export const pace = createPace();
